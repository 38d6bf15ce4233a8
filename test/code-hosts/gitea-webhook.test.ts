import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HostEvent } from "../../src/code-hosts/webhook-types.ts";
import {
  actionRunEvent,
  commentEvent,
  failedRunEvent,
  type GiteaEvent,
  pullEvent,
  reviewEvent,
  signDelivery,
  statusEvent,
} from "../helpers/code-hosts/gitea-deliveries.ts";
import { pullJson } from "../helpers/code-hosts/gitea-json.ts";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { addPull, type GiteaPull } from "../helpers/code-hosts/gitea-state.ts";

const secret = "a secret of the project's webhook";
const check = { branch: "copydesk/job_a", commit: "c".repeat(40), name: "docs.yml", text: "Build the docs" };

describe.each(["gitea", "forgejo"] as const)("deliveries of %s", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;
  let pull: GiteaPull;
  let shown: object;

  beforeAll(async () => {
    scene = await scenes.start();
    const { state } = scene;
    pull = addPull(state, {
      author: "bot",
      title: "t",
      body: "",
      base: "main",
      head: check.branch,
      headRepository: state.repository,
    });
    shown = pullJson(state, pull, { base: new Map(), head: new Map() });
  });
  afterAll(async () => {
    await scene.close();
    await scenes.close();
  });

  const deliver = (event: GiteaEvent) => signDelivery(scene.state, event, { secret, deliveryId: "d-1" });
  const read = async (event: GiteaEvent): Promise<HostEvent[]> =>
    (await scene.module.readWebhook!(deliver(event), secret)).events;

  test.each(["approved", "rejected", "comment"])(
    "a review (%s) is to be asked for: what it says about lines is in no delivery",
    async (kind) => {
      const type = `pull_request_review_${kind}`;
      for (const text of ["Shorter, please.", ""]) {
        const event = { ...reviewEvent(scene.state, pull, { author: "writer", text, shown }), type };
        expect(await read(event)).toEqual([{ kind: "review", number: 1 }]);
      }
    },
  );

  test.each(["edited", "deleted"])("a comment that was %s is not said again", async (action) => {
    expect(await read(commentEvent(scene.state, pull, { author: "writer", text: "x", action }))).toEqual([]);
  });

  test("a comment on an issue is about something else", async () => {
    const event = commentEvent(scene.state, pull, { author: "writer", text: "x" });
    const issue = { number: 3, title: "A question", pull_request: null };
    const payload = { ...event.payload, issue, is_pull: false };
    expect(await read({ event: "issue_comment", type: "issue_comment", payload })).toEqual([]);
  });

  test.each(["assign", "label", "milestone", "sync", "review_request"])(
    "a change of a pull request (%s) tells its state",
    async (what) => {
      const event = { ...pullEvent(scene.state, pull, shown), type: `pull_request_${what}` };
      expect(await read(event)).toEqual([
        { kind: "pull_request", number: 1, state: "open", branch: check.branch },
      ]);
    },
  );

  test("a failed workflow is told with branch, commit, name and page", async () => {
    expect(await read(failedRunEvent(scene.state, check))).toEqual([
      { kind: "check_failed", ...check, url: expect.stringMatching(/^http.*\/actions\/runs\//) },
    ]);
  });

  test("a run for a pull request is of the branch that caused it", async () => {
    const event = actionRunEvent(scene.state, check, { pull_request: shown, number: 1 });
    expect(await read(event)).toEqual([
      expect.objectContaining({ branch: check.branch, commit: check.commit }),
    ]);
  });

  test.each(["failure", "error"])("a commit status of %s is told by its commit alone", async (state) => {
    expect(await read(statusEvent(scene.state, check, state))).toEqual([
      { kind: "check_failed", ...check, branch: "", url: "https://ci.example.com/77" },
    ]);
  });

  test.each(["pending", "success", "warning"])("a commit status of %s is nothing", async (state) => {
    expect(await read(statusEvent(scene.state, check, state))).toEqual([]);
  });

  test("the signature may be given by GitHub's header alone, or by a form", async () => {
    const { headers, body } = deliver(failedRunEvent(scene.state, check));
    const others = Object.entries(headers).filter(([name]) => !/-signature$/.test(name));
    const delivery = { headers: Object.fromEntries(others), body };
    expect((await scene.module.readWebhook!(delivery, secret)).events).toHaveLength(1);
    const form = Buffer.from(new URLSearchParams({ payload: body.toString() }).toString());
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent = { headers: { ...headers, ...type }, body: form };
    expect((await scene.module.readWebhook!(sent, secret)).events).toHaveLength(1);
  });

  test.each([
    ["of SHA-1", (body: Buffer) => createHmac("sha1", secret).update(body).digest("hex")],
    ["that is empty", () => ""],
    ["that is no hex", () => "z".repeat(64)],
    ["that is too long", (body: Buffer) => `${createHmac("sha256", secret).update(body).digest("hex")}00`],
  ])("a signature %s is invalid_signature", async (_, sign) => {
    const { headers, body } = deliver(failedRunEvent(scene.state, check));
    const signature = sign(body);
    const forged = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name.includes("signature") ? signature : value]),
    );
    await expect(scene.module.readWebhook!({ headers: forged, body }, secret)).rejects.toMatchObject({
      code: "invalid_signature",
    });
  });

  test("an empty secret signs nothing", async () => {
    const event = failedRunEvent(scene.state, check);
    const delivery = signDelivery(scene.state, event, { secret: "", deliveryId: "d-1" });
    await expect(scene.module.readWebhook!(delivery, "")).rejects.toMatchObject({
      code: "invalid_signature",
    });
  });

  test("a body that is not what its event says, and one without an id, are invalid_request", async () => {
    const odd = { event: "pull_request", type: "pull_request", payload: { pull_request: { number: "1" } } };
    await expect(read(odd)).rejects.toMatchObject({ code: "invalid_request" });
    const { headers, body } = deliver(failedRunEvent(scene.state, check));
    const nameless = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !name.endsWith("-delivery")),
    );
    await expect(scene.module.readWebhook!({ headers: nameless, body }, secret)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});
