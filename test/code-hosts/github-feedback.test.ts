import { afterEach, beforeEach, expect, test } from "vitest";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch } from "./pull-request-draft.ts";

const secret = "a secret of the project's webhook";
const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene({ credentials: "app" });
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

async function open() {
  const opened = await openForFeedback(scene);
  return { ...opened, pull: scene.state.pulls[0]! };
}

const check = (commit: string, name: string) =>
  ({ kind: "check", branch, commit, name, text: "2 broken links", state: "failed" }) as const;

test("what a review says as a whole is listed as its delivery tells it, and comments of all kinds in their order", async () => {
  const { number, pull, ask } = await open();
  const said = scene.say({ kind: "review", number, author: "reviewer", text: "@copydesk shorter" });
  const { events } = await scene.module.readWebhook!(said(secret, "delivery-1"), secret);
  expect(await ask()).toEqual(events);
  scene.say({ kind: "comment", number, author: "writer", text: "Why?" });
  scene.say({ kind: "line_comment", number, author: "writer", text: "Here?", path: "index.md", line: 1 });
  pull.reviews[0]!.at = ago(1_000);
  pull.comments[0]!.at = ago(3_000);
  pull.lineComments[0]!.at = ago(500);
  pull.reviews[1]!.at = ago(2_000);
  expect((await ask()).map(({ text }) => text)).toEqual(["Why?", "Here?", "@copydesk shorter"]);
});

test("a comment on a line that waited in a draft for an hour is heard once the review is handed in", async () => {
  const { number, pull, ask } = await open();
  scene.say({ kind: "line_comment", number, author: "bot", text: "Shorter?", path: "index.md", line: 1 });
  const [review] = pull.reviews;
  pull.lineComments[0]!.at = ago(2 * hour);
  review!.author = "copydesk-bot[bot]";
  review!.state = "PENDING";
  review!.body = "A draft of the account's own";
  expect(await ask()).toEqual([]);
  review!.state = "COMMENTED";
  expect((await ask()).map(({ text }) => text)).toEqual(["A draft of the account's own", "Shorter?"]);
  review!.at = ago(2 * hour);
  expect(await ask()).toEqual([]);
});

test("an old comment that was changed since is not told again", async () => {
  const { number, pull, ask } = await open();
  scene.say({ kind: "comment", number, author: "writer", text: "Once" });
  Object.assign(pull.comments[0]!, { at: ago(2 * hour), changedAt: ago(0) });
  expect(await ask()).toEqual([]);
  expect(await ask({ since: new Date(ago(3 * hour)) })).toMatchObject([{ text: "Once" }]);
});

test("what an account that is gone has said is left out", async () => {
  const { number, pull, ask } = await open();
  scene.say({ kind: "comment", number, author: "writer", text: "Once" });
  scene.say({ kind: "comment", number, author: "writer", text: "Twice" });
  pull.comments[0]!.author = "";
  expect((await ask()).map(({ text }) => text)).toEqual(["Twice"]);
});

test("what was said in the second that is asked from is heard, whatever the milliseconds", async () => {
  const { number, pull, ask } = await open();
  scene.say({ kind: "comment", number, author: "writer", text: "Once" });
  const at = Date.parse(pull.comments[0]!.at!);
  expect(await ask({ since: new Date(at + 999) })).toHaveLength(1);
  expect(await ask({ since: new Date(at + 1_000) })).toEqual([]);
});

test("a failed status is listed under its context, unless a newer one has replaced it", async () => {
  const { commit, ask } = await open();
  const status = { commit, context: "docs/links", state: "error", description: "2 broken links" };
  scene.state.statuses.push({ id: 1, ...status }, { id: 2, ...status, context: "docs/build" });
  const delivery = scene.delivery({ ...check(commit, "docs/build"), kind: "status" }, secret, "delivery-1");
  const { events } = await scene.module.readWebhook!(delivery, secret);
  scene.state.statuses.push({ id: 3, ...status, state: "success" });
  expect(await ask({ checkedCommit: commit })).toEqual(events);
});

test("a suite is listed under its App's name only when it failed without a run", async () => {
  const { commit, ask } = await open();
  const made = { commit, branch, conclusion: "failure" as const };
  scene.state.suites.push({ id: 1, ...made, app: "Docs host" });
  scene.setCheck!(check(commit, "docs/build"));
  const listed = await ask({ checkedCommit: commit });
  expect(listed).toMatchObject([{ name: "docs/build" }]);
  scene.state.suites.push({ id: 2, ...made, app: "Other host" });
  expect(await ask({ checkedCommit: commit })).toMatchObject([
    { name: "docs/build", text: "2 broken links" },
    {
      ...{ kind: "check_failed", branch, commit, name: "Other host", text: "" },
      url: expect.stringMatching(/^http.*\/acme\/docs\/commit\/[0-9a-f]{40}\/checks$/),
    },
  ]);
});

test("an App without the permission for checks hears comments and statuses", async () => {
  const { number, commit, ask } = await open();
  scene.setCheck!(check(commit, "docs/build"));
  const status = { commit, context: "docs/links", state: "failure", description: "" };
  scene.state.statuses.push({ id: 1, ...status });
  scene.say({ kind: "comment", number, author: "writer", text: "Once" });
  const names = async () =>
    (await ask({ checkedCommit: commit })).map((event) => ("name" in event ? event.name : event.text));
  expect(await names()).toEqual(["Once", "docs/build", "docs/links"]);
  for (const who of scene.state.tokens.values()) delete who.permissions.checks;
  expect(await names()).toEqual(["Once", "docs/links"]);
});

test("a commit that GitHub does not know costs no comment", async () => {
  const { number, ask } = await open();
  scene.say({ kind: "comment", number, author: "writer", text: "Once" });
  expect(await ask({ checkedCommit: "d".repeat(40) })).toMatchObject([{ text: "Once" }]);
});

test("revoked credentials are an error: somebody may have said something", async () => {
  const { ask } = await open();
  scene.revokeCredentials();
  await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
});
