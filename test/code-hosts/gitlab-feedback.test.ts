import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { FeedbackEvent } from "../../src/code-hosts/webhook-types.ts";
import { pipelineDelivery, sendDelivery } from "../helpers/code-hosts/gitlab-deliveries.ts";
import { type GitlabScene, prepareGitlabScenes } from "../helpers/code-hosts/gitlab-scene.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch } from "./pull-request-draft.ts";

const secret = "a secret token of the webhook";
const _hour = 3_600_000;
const scenes = await prepareGitlabScenes();
let scene: GitlabScene;

beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

async function open() {
  const opened = await openForFeedback(scene);
  return { ...opened, one: scene.state.mergeRequests[0]! };
}

const textsOf = (events: FeedbackEvent[]) => events.map(({ text }) => text);

test("notes for members only and the host's own are left out", async () => {
  const { number, one, ask } = await open();
  for (const text of ["for members", "by the host", "for all"])
    scene.say!({ kind: "comment", number, author: "writer", text });
  one.notes[0]!.internal = true;
  one.notes[1]!.system = true;
  expect(textsOf(await ask())).toEqual(["for all"]);
});

test("notes of long ago are not read page by page", async () => {
  const { number, one, ask } = await open();
  const author = scene.state.users[1]!;
  for (let id = 1; id <= 350; id += 1) one.notes.push({ id, author, body: `note ${id}`, system: false });
  const texts = Array.from({ length: 120 }, (_, index) => `new ${index + 1}`);
  for (const text of texts) scene.say!({ kind: "comment", number, author: "writer", text });
  const before = scene.requests.length;
  expect(textsOf(await ask())).toEqual(texts);
  expect(scene.requests.slice(before).filter(({ path }) => path.includes("/notes?"))).toHaveLength(2);
});

test("a failed pipeline is listed as its delivery tells it, by the jobs that had to succeed", async () => {
  const { commit, ask } = await open();
  const made = pipelineDelivery(scene.state, { branch, commit, name: "docs/build" });
  const { builds } = made.body as { builds: { name: string; status: string }[] };
  builds.unshift({ ...builds.find(({ name }) => name === "docs/build")!, name: "docs/words" });
  const { events } = await scene.module.readWebhook!(
    sendDelivery(made, { secret, deliveryId: "one" }),
    secret,
  );
  expect(events).toMatchObject([{ name: "docs/build, docs/words" }]);
  const job = { status: "failed" as const };
  const jobs = [
    { id: 1, name: "lint", ...job, retried: true },
    { id: 2, name: "lint", status: "success" as const },
    { id: 3, name: "docs/words", ...job },
    { id: 4, name: "docs/build", ...job },
    { id: 5, name: "spelling", ...job, allowFailure: true },
  ];
  scene.state.pipelines.push({ id: 31, ref: branch, sha: commit, jobs });
  expect(await ask({ checkedCommit: commit })).toEqual(events);
});

test("a pipeline that another one of the branch has replaced, and those of other branches, are left out", async () => {
  const { number, commit: sha, ask } = await open();
  const { pipelines } = scene.state;
  const failed = (id: number) => [{ id, name: `job ${id}`, status: "failed" as const }];
  const names = async () =>
    (await ask({ checkedCommit: sha })).map((event) => [
      "branch" in event && event.branch,
      "name" in event && event.name,
    ]);
  pipelines.push({ id: 31, ref: branch, sha, jobs: failed(1) });
  pipelines.push({ id: 32, ref: "elsewhere", sha, jobs: failed(2) });
  pipelines.push({ id: 33, ref: `refs/merge-requests/${number}/head`, sha, jobs: failed(3) });
  expect(await names()).toEqual([
    [branch, "job 1"],
    [branch, "job 3"],
  ]);
  pipelines.push({ id: 34, ref: branch, sha, jobs: [{ id: 4, name: "job 1", status: "success" }] });
  expect(await names()).toEqual([[branch, "job 3"]]);
});

test("where CI/CD is switched off, comments are heard", async () => {
  const { number, commit, ask } = await open();
  scene.setCheck!({ kind: "check", branch, commit, name: "docs/build", text: "", state: "failed" });
  scene.say!({ kind: "comment", number, author: "writer", text: "Once" });
  expect(await ask({ checkedCommit: commit })).toHaveLength(2);
  scene.state.hasPipelines = false;
  expect(textsOf(await ask({ checkedCommit: commit }))).toEqual(["Once"]);
});

test("a revoked token is an error: somebody may have said something", async () => {
  const { ask } = await open();
  scene.revokeCredentials();
  await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
});
