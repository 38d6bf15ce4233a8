import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { azureDevopsModule } from "../../src/code-hosts/azure-devops/module.ts";
import {
  type AzureEvent,
  buildEvent,
  commentEvent,
  pullEvent,
  sendDelivery,
} from "../helpers/code-hosts/azure-deliveries.ts";
import { type AzureScene, prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import type { AzurePull } from "../helpers/code-hosts/azure-state.ts";
import { branch } from "./pull-request-draft.ts";

const secret = "a secret: with a colon";
const scenes = await prepareAzureScenes();
let scene: AzureScene;
let pull: AzurePull;

beforeEach(async () => {
  scene = await scenes.start();
  scene.seedPullRequest({ head: branch, base: "main", title: "t", body: "" });
  pull = scene.state.pulls[0]!;
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const readWebhook = azureDevopsModule.readWebhook!;
const send = (event: AzureEvent) => sendDelivery(event, { secret, deliveryId: "delivery-1" });
const read = async (event: AzureEvent) => (await readWebhook(send(event), secret)).events;

describe("the secret", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  test.each([
    ["any user", basic(`somebody:${secret}`), true],
    ["no user", basic(`:${secret}`), true],
    ["the scheme in small letters", basic(`:${secret}`).replace("Basic", "basic"), true],
    ["another password", basic("hooks:other"), false],
    ["the beginning of the secret", basic(`hooks:${secret.slice(0, -1)}`), false],
    ["the secret as the user", basic(secret.replaceAll(":", "")), false],
    ["another scheme", `Bearer ${secret}`, false],
    ["nothing", undefined, false],
  ])("%s", async (_, authorization, isRight) => {
    const { headers, body } = send(pullEvent(scene.state, pull));
    const reading = readWebhook({ headers: { ...headers, authorization }, body }, secret);
    if (isRight) expect((await reading).events).toHaveLength(1);
    else await expect(reading).rejects.toMatchObject({ code: "invalid_signature" });
  });

  test("an empty secret lets nobody in", async () => {
    const delivery = sendDelivery(pullEvent(scene.state, pull), { secret: "", deliveryId: "1" });
    await expect(readWebhook(delivery, "")).rejects.toMatchObject({ code: "invalid_signature" });
  });
});

describe("comments", () => {
  const comment = { id: 2, author: "writer", content: "@copydesk shorter", isDeleted: false };
  const said = { comment, threadId: 5 };

  test.each([
    ["is changed", { lastContentUpdatedDate: "2026-03-02T10:00:00Z" }],
    ["is deleted", { isDeleted: true, content: undefined }],
    ["is the host's own", { commentType: "system" }],
    ["is about a push", { commentType: "codeChange" }],
  ])("one that %s is no event", async (_, change) => {
    expect(await read(commentEvent(scene.state, pull, { ...said, change }))).toEqual([]);
  });

  test("the address leads to the thread, without a user in it", async () => {
    const event = commentEvent(scene.state, pull, said);
    const [told] = await read(event);
    const page = `https://dev.azure.com/intern/Team%20Docs/_git/docs/pullrequest/${pull.number}?discussionId=5`;
    expect(told).toMatchObject({ id: "5-2", url: page });
    const { pullRequest } = event.resource as { pullRequest: { repository: { webUrl?: string } } };
    delete pullRequest.repository.webUrl;
    expect(await read(event)).toEqual([told]);
  });

  test("one of resource version 1.0, which names no pull request, is invalid_request", async () => {
    const { resource, ...event } = commentEvent(scene.state, pull, said);
    const old = { ...event, resource: (resource as { comment: object }).comment, resourceVersion: "1.0" };
    await expect(read(old)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("builds", () => {
  const commit = "c".repeat(40);
  const text = "Build 20260301.7 failed";
  const sourceBranch = `refs/heads/${branch}`;
  const ofBranch = { id: 7, pipeline: "Docs", sourceBranch, sourceVersion: commit, source: null } as const;
  const build = (change: object) =>
    buildEvent(scene.state, { ...ofBranch, result: "failed" }, { text, change });

  test.each(["succeeded", "partiallySucceeded", "canceled"])("one that %s is no event", async (result) => {
    expect(await read(build({ result }))).toEqual([]);
  });

  test("one for a pull request is told with the branch and the commit that it is about", async () => {
    const parameters = JSON.stringify({
      "system.pullRequest.pullRequestId": String(pull.number),
      "system.pullRequest.sourceBranch": `refs/heads/${branch}`,
      "system.pullRequest.sourceCommitId": "d".repeat(40),
    });
    const merge = { sourceBranch: `refs/pull/${pull.number}/merge`, parameters };
    const [failed] = await read(build(merge));
    expect(failed).toMatchObject({ branch, commit: "d".repeat(40), name: "Docs", text });
  });

  test.each([undefined, "{", "{}"])(
    "one of a merge that does not say more (%s) names no branch",
    async (parameters) => {
      const merge = { sourceBranch: `refs/pull/${pull.number}/merge`, parameters };
      const [failed] = await read(build(merge));
      expect(failed).toMatchObject({ branch: "", commit });
    },
  );
});

test("that a merge was tried is not that it was merged", async () => {
  const event = { ...pullEvent(scene.state, pull), eventType: "git.pullrequest.merged" };
  expect(await read(event)).toEqual([{ kind: "pull_request", number: pull.number, state: "open", branch }]);
});

test("a delivery without an id is invalid_request", async () => {
  const delivery = sendDelivery(pullEvent(scene.state, pull), { secret, deliveryId: "" });
  await expect(readWebhook(delivery, secret)).rejects.toMatchObject({ code: "invalid_request" });
});
