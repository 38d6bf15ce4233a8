import { afterAll, afterEach, expect, test } from "vitest";
import {
  commentEvent,
  pullEvent,
  signDelivery,
  statusEvent,
} from "../helpers/code-hosts/bitbucket-deliveries.ts";
import { type BitbucketScene, prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { addPull, makeComment } from "../helpers/code-hosts/bitbucket-state.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const scenes = await prepareBitbucketScenes();
let scene: BitbucketScene;

afterEach(() => scene.close());
afterAll(() => scenes.close());

async function start() {
  scene = await scenes.start();
  return scene.state;
}

const secret = "a secret of the project's webhook";
const read = (event: Parameters<typeof signDelivery>[0], more: { attempt?: number } = {}) =>
  scene.module.readWebhook!(signDelivery(event, { secret, deliveryId: "one", ...more }), secret);

test("what Copydesk has said itself is no comment", async () => {
  const state = await start();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  await connect(scene).comment(number, { topic: "one", body: "Done." });
  const [pull] = state.pulls;
  expect((await read(commentEvent(state, pull!, pull!.comments[0]!))).events).toEqual([]);
});

test("mentioned people are named", async () => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const id = state.users[0]!.accountId;
  const html = `<p><span class="ap-mention" data-atlassian-id="${id}">@bot</span> shorter, @{unknown}</p>`;
  const said = makeComment(state, { user: state.users[1]!, raw: `@{${id}} shorter, @{unknown}`, html });
  const { events } = await read(commentEvent(state, pull, said));
  expect(events).toMatchObject([{ text: "@bot shorter, @{unknown}" }]);
});

test("a comment on a line that was taken away has that line", async () => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const inline = { path: "a.md", from: 7, to: null };
  const said = makeComment(state, { user: state.users[1]!, raw: "?", inline });
  const { events } = await read(commentEvent(state, pull, said));
  expect(events).toMatchObject([{ path: "a.md", line: 7 }]);
});

test.each([
  ["FAILED", branch, [{ kind: "check_failed", branch }]],
  ["FAILED", null, [{ kind: "check_failed", branch: "" }]],
  ["SUCCESSFUL", branch, []],
  ["STOPPED", branch, []],
] as const)("a build that is %s on branch %s", async (buildState, refname, expected) => {
  const status = { state: buildState, refname, commit: "c".repeat(40), key: "1", name: "build" };
  const { events } = await read(statusEvent(await start(), { ...status, description: "" }));
  expect(events).toMatchObject(expected);
});

test("a delivery that is sent again has its first id", async () => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const first = await read(pullEvent(state, pull));
  expect((await read(pullEvent(state, pull), { attempt: 3 })).deliveryId).toBe(first.deliveryId);
});

test("a delivery that is not what its event says is invalid_request", async () => {
  await start();
  await expect(read({ key: "pullrequest:created", payload: {} })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("pullrequest"),
  });
});
