import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject({
    "index.md": "# Home\n\nUse the web hook. See the [guide](guide.md).\n",
    "guide.md": "# Guide\n\nA web hook is a call.\n",
  });
  copydesk = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

async function post(path: string, body: object): Promise<JobRecord> {
  const answer = await project.request(copydesk.url, path, { method: "POST", body: JSON.stringify(body) });
  return (await answer.json()) as JobRecord;
}

async function run(body: object): Promise<JobRecord> {
  const { id } = await post("/job", body);
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

const branches = async () =>
  (await project.git("branch", "--format=%(refname:short)")).trim().split("\n").sort();

test("a job makes the branch and the title that its create has chosen, and its follow-ups go on with them", async () => {
  const record = await run({
    prompt: 'Replace "web hook" with "webhook"',
    ...{ branch: "docs/webhooks", title: "Say webhook everywhere" },
  });
  expect(record).toMatchObject({
    ...{ status: "completed", reason: "pull_request_opened", title: "Say webhook everywhere" },
    ...{ source: { ref: "docs/webhooks" }, pullRequest: { branch: "docs/webhooks" } },
  });
  expect(await branches()).toEqual(["docs/webhooks", "main"]);
  expect(await project.git("log", "-1", "--format=%s", "docs/webhooks")).toBe("Say webhook everywhere\n");
  await post(`/job/${record.id}/message`, { prompt: 'Replace "call" with "request"' });
  const [next] = await project.waitForAll(copydesk.url, [record.id]);
  expect(next).toMatchObject({
    reason: "pull_request_updated",
    prLink: record.prLink,
    title: "Say webhook everywhere",
  });
  expect(await project.git("show", "docs/webhooks:guide.md")).toBe("# Guide\n\nA webhook is a request.\n");
  const pulls = await project.store.database.pool.query("select title from pull_requests");
  expect(pulls.rows).toEqual([{ title: "Say webhook everywhere" }]);
});

test("a branch that the repository has already fails the job before anything is done, and stays as it is", async () => {
  await project.git("branch", "theirs", "main");
  const before = await project.git("rev-parse", "theirs");
  const record = await run({ prompt: 'Replace "web hook" with "webhook"', branch: "theirs" });
  expect(record).toMatchObject({ status: "failed", reason: "repository_error", usage: { steps: 0 } });
  expect(record.message).toBe("The repository already has a branch theirs.");
  expect(await project.git("rev-parse", "theirs")).toBe(before);
});
