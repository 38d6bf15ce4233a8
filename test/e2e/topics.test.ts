import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const files = {
  "index.md": "# Home\n\nA web hook, an e-mail and a log in. See the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSend an e-mail.\n",
};

let project: TestProject;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject(files);
  copydesk = await startCopydesk({
    environment: { ...project.environment, COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" },
  });
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

async function ask(prompt: string): Promise<JobRecord> {
  const body = JSON.stringify({ prompt, topic: "words `and` @names" });
  const response = await project.request(copydesk.url, "/job", { method: "POST", body });
  const { id } = (await response.json()) as JobRecord;
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

async function pullRequests() {
  const { rows } = await project.store.database.pool.query(
    "select number, state, body, comments from pull_requests where project_id = $1 order by number",
    [project.projectId],
  );
  return rows as { number: number; state: string; body: string; comments: Record<string, unknown> }[];
}

test("a topic's turns share one pull request, which has their timeline and a comment for each", async () => {
  const first = await ask('Replace "web hook" with "webhook"');
  expect(first).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  const second = await ask('Replace "e-mail" with "email"');
  expect(second).toMatchObject({ id: first.id, reason: "pull_request_updated" });
  const third = await ask('Replace "nowhere" with "here"');
  expect(third).toMatchObject({ id: first.id, status: "completed", prLink: first.prLink });

  const [pull, ...others] = await pullRequests();
  expect([pull!.state, others.length]).toEqual(["open", 0]);
  expect(pull!.body).toMatch(/^Timeline of the topic `words 'and' @?.*names`:$/m);
  expect(pull!.body).toMatch(/^1\. \d{4}-\d\d-\d\d \d\d:\d\d UTC: `Replace "web hook" with "webhook"`$/m);
  expect(pull!.body).toMatch(/^2\. \d{4}-\d\d-\d\d \d\d:\d\d UTC: `Replace "e-mail" with "email"`$/m);
  expect(Object.keys(pull!.comments).sort()).toEqual(["turn-2", "turn-3"]);
  expect(await project.git("show", `${first.source.ref}:index.md`)).toContain("A webhook, an email and");

  await project.store.database.pool.query("update pull_requests set state = 'merged'");
  await project.store.database.pool.query(
    `update jobs set pull_request = jsonb_set(pull_request, '{state}', '"merged"')`,
  );
  const next = await ask('Replace "log in" with "login"');
  expect(next.id).not.toBe(first.id);
  expect((await pullRequests()).map(({ state }) => state)).toEqual(["merged", "open"]);
});
