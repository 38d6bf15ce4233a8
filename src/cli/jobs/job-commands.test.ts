import { afterAll, describe, expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";
import { createCliStore, createTestCli } from "../../../test/helpers/cli-deps.ts";

const admin = await startAdminCli();
const { cli, json, newProject, store } = admin;
afterAll(admin.close);

describe("job", () => {
  test("create returns the record; get, list, events and diff know the job", async () => {
    const project = await newProject();
    const job = await json("job", "create", "--project", project, "--prompt", "Fix broken links");
    expect(job).toMatchObject({ status: "active", reason: "queued", prLink: null });
    expect(await json("job", "get", "--project", project, job.id)).toEqual(job);
    expect((await json("job", "list", "--project", project)).data).toEqual([job]);
    const events = await json("job", "events", "--project", project, job.id);
    expect(events.data).toMatchObject([{ seq: 1, kind: "created" }]);
    expect(await json("job", "diff", "--project", project, job.id)).toEqual({ diff: "" });
    const table = await cli.run("job", "list", "--project", project);
    expect(table.stdout).toMatch(new RegExp(`^ID .*STATUS.*\\n${job.id} .* active +queued`));
  });

  test("get says whether the pull request is open, merged or closed", async () => {
    const project = await newProject();
    const { id } = await json("job", "create", "--project", project, "--prompt", "x");
    const pull = { url: "https://example.com/7", number: 7, state: "merged", branch: "copydesk/x" };
    await store.database.pool.query(
      "update jobs set pull_request = $2, status = 'completed', reason = 'pull_request_opened' where id = $1",
      [id, pull],
    );
    const { stdout } = await cli.run("job", "get", "--project", project, id);
    expect(stdout).toMatch(/^ {2}pull request +https:\/\/example\.com\/7 \(merged\)$/m);
  });

  test.each([80, 120])("list is one line for each job on a terminal of %i columns", async (columns) => {
    const project = await newProject();
    const terminal = createTestCli({ openStore: async () => createCliStore(store.database), columns });
    const { id } = await json("job", "create", "--project", project, "--prompt", `First\n${"x".repeat(300)}`);
    const { stdout } = await terminal.run("job", "list", "--project", project);
    const [, row, ...rest] = stdout.split("\n");
    expect(row).toMatch(new RegExp(`^${id}  \\d+ s +● queued  “First x+…$`));
    expect(row).toHaveLength(columns);
    expect(rest).toEqual([""]);
  });

  test("diff prints the patch byte for byte without a terminal", async () => {
    const project = await newProject();
    const job = await json("job", "create", "--project", project, "--prompt", "x");
    const patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\u001b[31m\r\n+b\u202e\r\n";
    await store.database.pool.query("update jobs set patch = $2 where id = $1", [job.id, patch]);
    const { stdout } = await cli.run("job", "diff", "--project", project, job.id);
    expect(stdout).toBe(patch);
  });

  test("a terminal gets no character from the repository that could control it", async () => {
    const project = await newProject();
    const job = await json("job", "create", "--project", project, "--prompt", "x");
    await store.database.pool.query("update jobs set patch = $2 where id = $1", [
      job.id,
      "+a\u001b]0;x\u0007b\n",
    ]);
    const openStore = async () => createCliStore(store.database);
    const { stdout } = await createTestCli({ openStore, color: true }).run(
      "job",
      "diff",
      "--project",
      project,
      job.id,
    );
    expect(stdout).toBe("\u001b[32m+a‹U+001B›]0;x‹U+0007›b\u001b[39m\n");
  });

  test.each([
    ["completed", "no_changes", 0],
    ["failed", "model_error", 1],
  ])("create --wait follows a job to %s and ends with %s: %i", async (status, reason, exitCode) => {
    const project = await newProject();
    const running = cli.run("job", "create", "--project", project, "--prompt", "x", "--wait", "--json");
    await endJob(project, status, reason);
    const { code, stdout, stderr } = await running;
    expect({ code, record: JSON.parse(stdout) }).toMatchObject({
      code: exitCode,
      record: { status, reason },
    });
    expect(stderr).toMatch(/^queued\n(completed|failed \(model_error\)): the end\n$/);
  });

  test("create --wait stops waiting at the first signal", async () => {
    const project = await newProject();
    const running = cli.run("job", "create", "--project", project, "--prompt", "x", "--wait");
    await findJob(project);
    await expect.poll(() => cli.signal("SIGINT")).toBe(true);
    const { stderr } = await running;
    expect(stderr).toContain("the job continues without this command\n");
  });

  test.each([
    ["an empty prompt", ["--prompt", " "], "invalid_request", 2],
    ["a prompt of 32,769 characters", ["--prompt", "x".repeat(32_769)], "invalid_request", 2],
  ])("create refuses %s", async (_name, args, errorCode, exitCode) => {
    const { code, stdout } = await cli.run(
      "job",
      "create",
      "--project",
      await newProject(),
      ...args,
      "--json",
    );
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
  });

  test.each(["get", "events", "diff", "checks", "open", "archive", "restore", "cancel"])(
    "%s of an unknown job ends with 1",
    async (verb) => {
      const { code, stderr } = await cli.run("job", verb, "--project", await newProject(), "job_none");
      expect(code).toBe(1);
      expect(stderr).toContain("(job_not_found)");
    },
  );

  test("archive hides an ended job, restore shows it again", async () => {
    const project = await newProject();
    const { id } = await json("job", "create", "--project", project, "--prompt", "x");
    const active = await cli.run("job", "archive", "--project", project, id);
    expect(active).toMatchObject({ code: 1, stderr: expect.stringContaining("(job_active)") });
    await endJob(project, "completed", "no_changes");
    expect(await json("job", "archive", "--project", project, id)).toMatchObject({ id, status: "archived" });
    expect(await json("job", "restore", "--project", project, id)).toMatchObject({ id, status: "completed" });
    expect((await json("job", "events", "--project", project, id)).data.at(-1)).toMatchObject({
      kind: "unarchived",
      author: { kind: "command_line", name: "ann" },
    });
  });

  test("checks lists what a change breaks and repairs, with the place of each", async () => {
    const project = await newProject();
    const { id } = await json("job", "create", "--project", project, "--prompt", "x");
    expect((await cli.run("job", "checks", "--project", project, id)).stdout).toBe(
      "The checks have not run.\n",
    );
    const counts = { new: 1, fixed: 1, preexisting: 3 };
    const broken = {
      rule: "link",
      path: "a\u001b[2J.md",
      line: 7,
      column: 2,
      message: "b.md does not exist",
    };
    const mended = {
      rule: "front-matter",
      path: "c.md",
      line: 1,
      column: 1,
      message: "the title is missing",
    };
    await addEvent(id, "checks", { counts, new: [broken], fixed: [mended] });
    expect(await json("job", "checks", "--project", project, id)).toEqual({
      counts,
      notJudged: [],
      new: [broken],
      fixed: [mended],
    });
    expect((await cli.run("job", "checks", "--project", project, id)).stdout).toBe(
      [
        "Checks: 1 new, 1 fixed, 3 preexisting",
        "",
        "New problems:",
        "  a‹U+001B›[2J.md:7  b.md does not exist (link)",
        "",
        "Fixed problems:",
        "  c.md:1  the title is missing (front-matter)",
        "",
      ].join("\n"),
    );
  });

  test("open prints the pull request's link and shows it in the browser, but not with --json", async () => {
    const project = await newProject();
    const { id } = await json("job", "create", "--project", project, "--prompt", "x");
    const none = await cli.run("job", "open", "--project", project, id);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("(pull_request_not_found)") });
    const url = "https://git.example.com/docs/pull/3";
    await store.database.pool.query(
      "update jobs set pull_request = $2, status = 'completed', reason = 'pull_request_opened' where id = $1",
      [id, JSON.stringify({ number: 3, url, state: "open", branch: "b" })],
    );
    expect(await json("job", "open", "--project", project, id)).toEqual({ prLink: url });
    expect(cli.opened).toEqual([]);
    const { stdout } = await cli.run("job", "open", "--project", project, id);
    expect({ stdout, opened: cli.opened }).toEqual({
      stdout: `${url}\nOpening it in the browser.\n`,
      opened: [url],
    });
  });

  test("list of an unknown project ends with 1", async () => {
    expect(await cli.run("job", "list", "--project", "prj_none")).toMatchObject({ code: 1 });
  });
});

async function findJob(project: string): Promise<string> {
  for (;;) {
    const { rows } = await store.database.pool.query("select id from jobs where project_id = $1", [project]);
    if (rows.length > 0) return rows[0].id;
  }
}

async function endJob(project: string, status: string, reason: string): Promise<void> {
  const id = await findJob(project);
  await store.database.pool.query(
    `with job as (update jobs set status = $2, reason = $3, event_seq = event_seq + 1 where id = $1 returning *)
     insert into job_events (job_id, seq, kind, data)
     select id, event_seq, $2, jsonb_build_object('reason', $3::text, 'message', 'the end') from job`,
    [id, status, reason],
  );
}

async function addEvent(id: string, kind: string, data: object): Promise<void> {
  await store.database.pool.query(
    `with job as (update jobs set event_seq = event_seq + 1 where id = $1 returning id, event_seq)
     insert into job_events (job_id, seq, kind, data) select id, event_seq, $2, $3 from job`,
    [id, kind, JSON.stringify(data)],
  );
}
