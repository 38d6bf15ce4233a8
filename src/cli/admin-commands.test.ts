import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCliStore, createTestCli, type TestCli } from "../../test/helpers/cli-deps.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { silentLog } from "../../test/helpers/test-server.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import { openQueue } from "../store/queue/open-queue.ts";

let store: TestDatabase;
let queue: Awaited<ReturnType<typeof openQueue>>;
let cli: TestCli;

beforeAll(async () => {
  store = await createTestDatabase();
  queue = await openQueue(store.database, silentLog(), { supervise: false });
  cli = createTestCli({ openStore: async () => createCliStore(store.database, queue), cwd: "/srv/site" });
});

afterAll(async () => {
  await queue.stop();
  await store.drop();
});

async function json(...argv: string[]) {
  const { code, stdout, stderr } = await cli.run(...argv, "--json");
  expect({ code, argv, stderr: stderr.replace(/^warning: .*\n/, "") }).toEqual({ code: 0, argv, stderr: "" });
  expect(stdout.endsWith("\n")).toBe(true);
  return JSON.parse(stdout);
}

const newProject = async (): Promise<string> =>
  (await json("project", "create", "--name", "Docs", "--repository", "/tmp")).projectId;

test("project set: none takes a setting away", async () => {
  const id = await newProject();
  await json(
    "project",
    "set",
    id,
    "--ref",
    "main",
    "--concurrency",
    "2",
    "--max-steps",
    "9",
    "--max-tokens",
    "99",
  );
  const changed = await json(
    "project",
    "set",
    id,
    "--ref",
    "none",
    "--concurrency",
    "none",
    "--max-steps",
    "none",
  );
  expect(changed).toMatchObject({ ref: null, settings: { budget: { maxTokens: 99 } } });
  expect(Object.keys(changed.settings)).toEqual(["budget"]);
});

describe("project connect", () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-connect-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const newHosted = async (): Promise<string> =>
    (await json("project", "create", "--name", "Docs", "--repository", "https://github.com/acme/docs"))
      .projectId;

  test("stores what files and standard input hold, and shows none of it", async () => {
    const id = await newHosted();
    const options = ["--token-file", "-", "--webhook-secret-file", file("hook", "h00k-secret\n")];
    const stdin = createTestCli({
      openStore: async () => createCliStore(store.database, queue),
      stdin: "t0ken-of-the-bot\n",
    });
    const { code, stdout } = await stdin.run("project", "connect", id, ...options, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      projectId: id,
      host: "github",
      connected: true,
      login: "bot",
    });
    const shown = JSON.stringify(await json("project", "show", id));
    expect(shown + stdout).not.toMatch(/t0ken|h00k/);
  });

  test("keys keep their last line break and say their format", async () => {
    const id = await newHosted();
    const key = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----\n";
    await json("project", "connect", id, "--signing-key-file", file("key", key));
    const { secretBox } = createCliStore(store.database, queue);
    const { rows } = await store.database.pool.query("select credentials from projects where id = $1", [id]);
    expect(openCredentials(secretBox, id, rows[0].credentials)).toMatchObject({
      signing: { format: "openpgp", key },
    });
  });

  test.each([
    [["--token-file", "missing"], "usage", 2],
    [["--app-id", "1"], "usage", 2],
    [["--token-kind", "magic"], "usage", 2],
    [["--host", "sourcehut"], "invalid_request", 2],
  ])("refuses %j", async (args, errorCode, exitCode) => {
    const { code, stdout } = await cli.run("project", "connect", await newHosted(), ...args, "--json");
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
  });

  test("set changes how pull requests are made, one thing at a time", async () => {
    const id = await newHosted();
    await json(
      "project",
      "set",
      id,
      "--labels",
      "docs, automated",
      "--draft",
      "yes",
      "--follow-ups",
      "mentions",
    );
    await json(
      "project",
      "set",
      id,
      "--reviewers",
      "ada,team:writers",
      "--commit-author",
      "Docs Bot <bot@example.com>",
    );
    const { settings } = await json("project", "set", id, "--labels", "none");
    expect(settings).toEqual({
      pullRequests: { draft: true, reviewers: ["ada", "team:writers"] },
      feedback: { followUps: "mentions" },
      commits: { author: { name: "Docs Bot", email: "bot@example.com" } },
    });
    const { stdout } = await cli.run("project", "show", id);
    expect(stdout).toMatch(/reviewers +ada, team:writers\n/);
  });
});

describe("project", () => {
  test("create answers the id, show and list know the project", async () => {
    const created = await json(
      "project",
      "create",
      "--name",
      "Docs",
      "--repository",
      "/tmp",
      "--ref",
      "main",
    );
    expect(created).toMatchObject({ projectId: expect.stringMatching(/^prj_/), name: "Docs", ref: "main" });
    expect(await json("project", "show", created.projectId)).toMatchObject({
      name: "Docs",
      repository: "file:///tmp",
    });
    const { data } = await json("project", "list");
    expect(data[0]).toMatchObject({ id: created.projectId });
  });

  test.each([
    ["docs", "file:///srv/site/docs"],
    ["./docs.git", "file:///srv/site/docs.git"],
    ["../docs", "file:///srv/docs"],
    ["/abs", "file:///abs"],
    ["https://example.com/a/b", "https://example.com/a/b"],
    ["git@example.com:a/b.git", "git@example.com:a/b.git"],
  ])("create makes the path %s absolute and leaves addresses alone", async (given, stored) => {
    const { repository } = await json("project", "create", "--name", "x", "--repository", given);
    expect(repository).toBe(stored);
  });

  test("create warns about a path where nothing is, on standard error only", async () => {
    const { code, stderr } = await cli.run("project", "create", "--name", "x", "--repository", "missing");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: there is nothing at \/srv\/site\/missing yet/);
  });

  test.each([
    [["--name", " ", "--repository", "/tmp"], "invalid_request", 2],
    [["--name", "x", "--repository", "/tmp", "--host", "nowhere"], "invalid_request", 2],
    [["--name", "x", "--repository", "ext::sh -c true"], "invalid_repository_url", 1],
  ])("create refuses %j", async (args, errorCode, exitCode) => {
    const { code, stdout } = await cli.run("project", "create", ...args, "--json");
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
  });

  test("show of an unknown one ends with 1", async () => {
    const { code, stderr } = await cli.run("project", "show", "prj_none");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: There is no such project. (project_not_found)\n",
    });
  });
});

describe("key", () => {
  test("create binds a key to addresses, which rotate keeps and list shows", async () => {
    const project = await newProject();
    const allowedIps = ["203.0.113.7", "2001:db8::/48"];
    const list = allowedIps.join(", ");
    const first = await json("key", "create", "--project", project, "--allow-ips", list);
    expect(first.allowedIps).toEqual(allowedIps);
    expect((await json("key", "rotate", "--project", project, first.id)).allowedIps).toEqual(allowedIps);
    expect((await cli.run("key", "list", "--project", project)).stdout).toContain(list);
    const wrong = await cli.run("key", "create", "--project", project, "--allow-ips", "10.0.0.0/33");
    expect(wrong.stderr).toContain("allowedIps.0: must be an IP address");
  });

  test("create shows the key once, list never, revoke takes its id or the key itself", async () => {
    const project = await newProject();
    const first = await json("key", "create", "--project", project, "--scopes", "read", "--expires", "none");
    expect(first).toMatchObject({ key: expect.stringMatching(/^cpd_/), scopes: ["read"], expiresAt: null });
    const second = await json("key", "create", "--project", project, "--name", "ci");
    const shown = await cli.run("key", "list", "--project", project);
    expect(shown.stdout).toContain(first.id);
    expect(shown.stdout).not.toContain(first.key.slice(-20));
    await json("key", "revoke", "--project", project, first.id);
    await json("key", "revoke", "--project", project, second.key);
    const { data } = await json("key", "list", "--project", project);
    expect(data.map(({ revokedAt }: { revokedAt: unknown }) => typeof revokedAt)).toEqual([
      "string",
      "string",
    ]);
  });

  test("revoke of an unknown one ends with 1", async () => {
    const { code, stderr } = await cli.run("key", "revoke", "--project", await newProject(), "00000000");
    expect(code).toBe(1);
    expect(stderr).toContain("(api_key_not_found)");
  });
});

describe("job", () => {
  test("create answers the record; get, list, events and diff know the job", async () => {
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

  test("diff gives the patch byte for byte where no terminal is", async () => {
    const project = await newProject();
    const job = await json("job", "create", "--project", project, "--prompt", "x");
    const patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\u001b[31m\r\n+b\u202e\r\n";
    await store.database.pool.query("update jobs set patch = $2 where id = $1", [job.id, patch]);
    const { stdout } = await cli.run("job", "diff", "--project", project, job.id);
    expect(stdout).toBe(patch);
  });

  test("a terminal gets no character of the repository that could steer it", async () => {
    const project = await newProject();
    const job = await json("job", "create", "--project", project, "--prompt", "x");
    await store.database.pool.query("update jobs set patch = $2 where id = $1", [
      job.id,
      "+a\u001b]0;x\u0007b\n",
    ]);
    const openStore = async () => createCliStore(store.database, queue);
    const { stdout } = await createTestCli({ openStore, color: true }).run(
      "job",
      "diff",
      "--project",
      project,
      job.id,
    );
    expect(stdout).toBe("\u001b[32m+a‹U+001B›]0;x‹U+0007›b\u001b[0m\n");
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

  test("create --wait lets go of the job at the first signal", async () => {
    const project = await newProject();
    const running = cli.run("job", "create", "--project", project, "--prompt", "x", "--wait");
    await findJob(project);
    await expect.poll(() => cli.signal("SIGINT")).toBe(true);
    const { stderr } = await running;
    expect(stderr).toContain("the job goes on without this command\n");
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

  test.each(["get", "events", "diff"])("%s of an unknown job ends with 1", async (verb) => {
    const { code, stderr } = await cli.run("job", verb, "--project", await newProject(), "job_none");
    expect(code).toBe(1);
    expect(stderr).toContain("(job_not_found)");
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
