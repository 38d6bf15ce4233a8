import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type BitbucketScene, prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { type BitbucketComment, makeComment } from "../helpers/code-hosts/bitbucket-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { type AskFeedback, askAbout, openForFeedback } from "./open-for-feedback.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const scenes = await prepareBitbucketScenes();
let scene: BitbucketScene;
let number: number;
let commit: string;

beforeEach(async () => {
  scene = await scenes.start();
  ({ number, commit } = await openForFeedback(scene));
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const hourMs = 3_600_000;
/** Of the scene and the number of now. */
const ask: AskFeedback = (query) => askAbout(scene.module.connect(scene.options()), number, hourMs)(query);

const ago = (ms: number) => new Date(Date.now() - ms);

function add(raw: string, more: Partial<BitbucketComment> = {}): void {
  const user = scene.state.users[1]!;
  scene.state.pulls[0]!.comments.push(makeComment(scene.state, { user, raw, ...more }));
}

function check(key: string, more: { state?: "FAILED" | "STOPPED"; commit?: string } = {}): void {
  const status = { key, state: "FAILED", name: "build", description: "", refname: null, commit } as const;
  scene.state.statuses.push({ ...status, ...more });
}

test("what was deleted, is not published or has nobody's name on it is not said; nor is what Copydesk says", async () => {
  add("deleted", { deleted: true });
  add("a draft", { pending: true });
  add("of an account that is gone", { user: null });
  await connect(scene).comment(number, { topic: "one", body: "@copydesk itself" });
  add("said");
  expect(await ask()).toMatchObject([{ text: "said" }]);
});

test("a comment of a review counts from its publication on", async () => {
  add("written and published long ago", {
    createdOn: ago(3 * hourMs).toISOString(),
    updatedOn: ago(2 * hourMs).toISOString(),
  });
  add("written long ago, published now", { createdOn: ago(2 * hourMs).toISOString() });
  expect(await ask()).toMatchObject([{ text: "written long ago, published now" }]);
});

test("older pages are not asked for", async () => {
  const old = { createdOn: ago(2 * hourMs).toISOString(), updatedOn: ago(2 * hourMs).toISOString() };
  for (let at = 0; at < 250; at += 1) add(`Comment ${at}`, old);
  add("new");
  const before = scene.requests.length;
  expect(await ask()).toMatchObject([{ text: "new" }]);
  expect(scene.requests).toHaveLength(before + 1);
});

test("mentioned people are named, and a line that was taken away is the line", async () => {
  const { accountId } = scene.state.users[0]!;
  const html = `<p><span class="ap-mention" data-atlassian-id="${accountId}">@bot</span> shorter</p>`;
  add(`@{${accountId}} shorter`, { html, inline: { path: "a.md", from: 7, to: null } });
  expect(await ask()).toMatchObject([{ text: "@bot shorter", path: "a.md", line: 7 }]);
});

test("builds of one name are told by their keys; stopped ones have not failed", async () => {
  check("one");
  check("two");
  check("three", { state: "STOPPED" });
  const failed = { kind: "check_failed", commit, branch: "", name: "build" };
  expect(await ask({ checkedCommit: commit })).toMatchObject([failed, failed]);
});

test("a build of what somebody has pushed since is not one of the job's commit", async () => {
  const newer = await pushBranchTo(scene.gitFolder, branch, branch);
  check("one", { commit: newer });
  expect(await ask({ checkedCommit: commit })).toEqual([]);
  expect(await ask({ checkedCommit: newer })).toMatchObject([{ commit: newer }]);
});

test("a build of a fork's commit is heard", async () => {
  const fork = await scene.module.connect(scene.options()).ensureFork!();
  const head = await pushBranchTo(scene.forkFolder, "copydesk/forked");
  const draft = await makeDraft(scene, { branch: "copydesk/unused" });
  const forked = { ...draft, branch: "copydesk/forked", fork };
  ({ number } = await connect(scene).openPullRequest(forked));
  check("one", { commit: head });
  expect(await ask({ checkedCommit: head })).toMatchObject([{ commit: head }]);
});

test("a token that may not read pull requests hears nothing, one that is revoked is told so", async () => {
  add("said");
  check("one");
  scene.withholdReading!();
  expect(await ask({ checkedCommit: commit })).toEqual([]);
  scene.revokeCredentials();
  await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
});
