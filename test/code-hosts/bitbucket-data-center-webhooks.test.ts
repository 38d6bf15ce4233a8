import { afterAll, afterEach, expect, test } from "vitest";
import {
  commentEvent,
  pingEvent,
  pullEvent,
  signDelivery,
} from "../helpers/code-hosts/bitbucket-data-center-deliveries.ts";
import {
  type DataCenterScene,
  prepareDataCenterScenes,
} from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { addPull } from "../helpers/code-hosts/bitbucket-data-center-state.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const scenes = await prepareDataCenterScenes();
let scene: DataCenterScene;

afterEach(() => scene.close());
afterAll(() => scenes.close());

async function start() {
  scene = await scenes.start();
  return scene.state;
}

const secret = "a secret of the project's webhook";
const read = (event: Parameters<typeof signDelivery>[0]) =>
  scene.module.readWebhook!(signDelivery(event, { secret, deliveryId: "one" }), secret);

test("a comment on a line has its file and line where the version sends them", async () => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const said = { author: state.users[1]!, text: "Shorter?" };
  const anchor = { path: "docs/a.md", line: 12, lineType: "ADDED", fileType: "TO" };
  expect((await read(commentEvent(state, pull, { ...said, anchor }))).events).toMatchObject([
    { author: "writer", path: "docs/a.md", line: 12 },
  ]);
  const [event] = (await read(commentEvent(state, pull, { ...said, anchor: { path: 7 } }))).events;
  expect(event).not.toHaveProperty("path");
});

test("a comment's address is empty where the version sends no link", async () => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const event = commentEvent(state, pull, { author: state.users[1]!, text: "Hello" });
  const payload = JSON.parse(JSON.stringify(event.payload));
  payload.pullRequest.links.self = [null];
  expect((await read({ ...event, payload })).events).toMatchObject([{ url: "" }]);
});

test("what Copydesk has said itself is no comment", async () => {
  const state = await start();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  await connect(scene).comment(number, { topic: "one", body: "Done." });
  const { text, author } = state.pulls[0]!.comments[0]!;
  expect((await read(commentEvent(state, state.pulls[0]!, { author, text }))).events).toEqual([]);
});

test.each([
  ["pr:opened", "open"],
  ["pr:from_ref_updated", "open"],
  ["pr:deleted", "closed"],
])("%s is told as %s", async (key, expected) => {
  const state = await start();
  const pull = addPull(state, { title: "a", description: "", base: "main", head: branch });
  const event = pullEvent(state, pull);
  expect((await read({ ...event, key })).events).toMatchObject([{ state: expected, branch }]);
});

test("the host's test of a webhook is taken and holds no event", async () => {
  await start();
  expect((await read(pingEvent)).events).toEqual([]);
});
