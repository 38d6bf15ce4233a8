import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let copydesk: CopydeskProcess;

const files = {
  "docs.json": JSON.stringify(
    { name: "Docs", navigation: { groups: [{ group: "Start", pages: ["index", "guide"] }] } },
    null,
    2,
  ),
  "index.mdx": "---\ntitle: Home\n---\n\nAn API token opens the door. See the [guide](/Guide).\n",
  "guide.mdx":
    "---\ntitle: Guide\n---\n\nKeep your API token safe.\n\n```sh\nexport TOKEN='API token'\n```\n",
};

beforeAll(async () => {
  project = await makeTestProject(files);
  copydesk = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

async function runJob(body: Record<string, unknown>): Promise<JobRecord> {
  const created = await project.request(copydesk.url, "/job", { method: "POST", body: JSON.stringify(body) });
  expect(created.status).toBe(201);
  const { id, status, prLink } = (await created.json()) as JobRecord;
  expect({ status, prLink }).toEqual({ status: "active", prLink: null });
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

describe("one prompt", () => {
  test("becomes one pull request with just the change that was asked for", async () => {
    const record = await runJob({ prompt: 'Replace "API token" with "API key"' });
    expect(record).toMatchObject({
      status: "completed",
      reason: "pull_request_opened",
      checks: { new: 0, fixed: 0, preexisting: 1 },
      source: { ref: `copydesk/${record.id}` },
    });
    const diff = await project.git("diff", "--unified=0", "main", record.source.ref);
    const changed = diff.split("\n").filter((line) => /^[+-][^+-]/.test(line));
    expect(changed).toEqual([
      "-Keep your API token safe.",
      "+Keep your API key safe.",
      "-An API token opens the door. See the [guide](/Guide).",
      "+An API key opens the door. See the [guide](/Guide).",
    ]);
    const page = await fetch(record.prLink!, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    const shown = await project.request(copydesk.url, `/job/${record.id}/diff`);
    expect(await shown.text()).toContain("+Keep your API key safe.");
  });

  test("never touches the branch that is checked out in a repository of this machine", async () => {
    expect(await project.git("status", "--porcelain")).toBe("");
    expect(await project.git("rev-parse", "--abbrev-ref", "HEAD")).toBe("main\n");
  });

  test("that repairs a broken link counts it as fixed", async () => {
    const record = await runJob({ prompt: "Fix broken links" });
    expect(record).toMatchObject({
      reason: "pull_request_opened",
      checks: { new: 0, fixed: 1, preexisting: 0 },
    });
    expect(await project.git("show", `${record.source.ref}:index.mdx`)).toContain("[guide](/guide)");
  });

  test("with nothing to do ends without a pull request and without a branch", async () => {
    const record = await runJob({ prompt: 'Replace "zeppelin" with "airship"' });
    expect(record).toMatchObject({
      status: "completed",
      reason: "no_changes",
      prLink: null,
      pullRequest: null,
    });
    expect(await project.branches()).not.toContain(record.source.ref);
  });

  test("in preview mode keeps its diff and opens nothing", async () => {
    const record = await runJob({ prompt: 'Replace "door" with "gate"', mode: "preview" });
    expect(record).toMatchObject({ status: "completed", reason: "preview_ready", prLink: null });
    expect(await project.branches()).not.toContain(record.source.ref);
  });

  test.each([
    [{ prompt: "Write a guide about webhooks" }, "instruction_not_understood", /COPYDESK_MODEL/],
    [{ prompt: 'Replace "a" with "b"', ref: "no-such-branch" }, "repository_error", /no-such-branch/],
    [{ prompt: 'Replace "door" with "gate"', paths: ["other/**"] }, "no_changes", /./],
  ])("that cannot be done says why: %j", async (body, reason, message) => {
    const record = await runJob(body);
    expect(record.reason).toBe(reason);
    expect(record.message).toMatch(message);
    expect(record.prLink).toBeNull();
  });
});
