import { expect, test } from "vitest";
import {
  jobDelivery,
  type MadeDelivery,
  mergeRequestDelivery,
  noteDelivery,
  pipelineDelivery,
  sendDelivery,
} from "../../../test/helpers/code-hosts/gitlab-deliveries.ts";
import {
  addMergeRequest,
  type GitlabMergeRequest,
  makeGitlabState,
} from "../../../test/helpers/code-hosts/gitlab-state.ts";
import { readWebhook } from "./read-webhook.ts";

const state = makeGitlabState({
  base: "",
  path: "acme/docs",
  root: "/nowhere",
  folder: "/nowhere/acme/docs.git",
  tokenKind: "access",
});
const one = addMergeRequest(state, {
  author: state.users[0]!,
  title: "Explain it",
  description: "",
  source: state.project,
  sourceBranch: "copydesk/job_one",
  targetBranch: "main",
});
const signingToken = `whsec_${Buffer.from("a key of thirty-two random bytes").toString("base64")}`;
const secretToken = "a secret token of the webhook";
const failed = { branch: "copydesk/job_one", commit: "c".repeat(40), name: "docs/build" };
const said = { id: 1_244, author: state.users[1]!, body: "Shorter?" };

const send = (secret: string, more: { at?: number; made?: MadeDelivery } = {}) =>
  sendDelivery(more.made ?? mergeRequestDelivery(state, one), { secret, deliveryId: "one", at: more.at });

const read = async (made: MadeDelivery) =>
  (await readWebhook(send(secretToken, { made }), secretToken)).events;

const merged = { kind: "pull_request", number: 1, state: "open", branch: "copydesk/job_one" };
const minutes = 60_000;
const sixMinutesAgo = () => ({ at: Date.now() - 6 * minutes });

test("reads a delivery signed with the signing token", async () => {
  expect(await readWebhook(send(signingToken), signingToken)).toEqual({
    deliveryId: "one",
    events: [merged],
  });
});

test("accepts one valid signature among several, as during rotation of the token", async () => {
  const { headers, body } = send(signingToken);
  const { "webhook-signature": signature } = headers;
  const several = { ...headers, "webhook-signature": `v1,AAAA v2,${signature} ${signature}` };
  expect((await readWebhook({ headers: several, body }, signingToken)).events).toEqual([merged]);
});

test("accepts either token of a webhook with both", async () => {
  const { headers, body } = send(signingToken);
  const both = { headers: { ...headers, "x-gitlab-token": secretToken }, body };
  expect((await readWebhook(both, signingToken)).events).toEqual([merged]);
  expect((await readWebhook(both, secretToken)).events).toEqual([merged]);
});

type Sent = ReturnType<typeof send>;

test.each<[string, (sent: Sent) => Sent, string]>([
  [
    "with another body",
    ({ headers, body }) => ({ headers, body: Buffer.concat([body, Buffer.from(" ")]) }),
    signingToken,
  ],
  [
    "with another id",
    ({ headers, body }) => ({ headers: { ...headers, "webhook-id": "two" }, body }),
    signingToken,
  ],
  [
    "without an id",
    ({ headers: { "webhook-id": _, ...headers }, body }) => ({ headers, body }),
    signingToken,
  ],
  [
    "at another time",
    ({ headers, body }) => ({
      headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
      body,
    }),
    signingToken,
  ],
  [
    "at no time",
    ({ headers, body }) => ({ headers: { ...headers, "webhook-timestamp": "soon" }, body }),
    signingToken,
  ],
  ["six minutes old and of another token", () => send(signingToken, sixMinutesAgo()), "whsec_b3RoZXI="],
  [
    "with an empty signature",
    ({ headers, body }) => ({ headers: { ...headers, "webhook-signature": "v1," }, body }),
    signingToken,
  ],
  ["of another token", (sent) => sent, "whsec_b3RoZXI="],
  ["of a token without a key", (sent) => sent, "whsec_"],
  ["against no secret", () => ({ ...send(""), headers: { "x-gitlab-token": "" } }), ""],
  ["against a secret that starts the same", () => send(`${secretToken}2`), secretToken],
])("a delivery %s is invalid_signature", async (_, change, secret) => {
  await expect(readWebhook(change(send(signingToken)), secret)).rejects.toMatchObject({
    ...{ code: "invalid_signature", message: expect.stringContaining("does not carry") },
  });
});

test.each([
  ["six minutes old", sixMinutesAgo],
  ["of the time to come", () => ({ at: Date.now() + 6 * minutes })],
])("a delivery %s is told that its time is wrong, and not that it is forged", async (_, at) => {
  await expect(readWebhook(send(signingToken, at()), signingToken)).rejects.toMatchObject({
    ...{ code: "invalid_signature", message: expect.stringContaining("too far off") },
  });
});

test("accepts a delivery that is four minutes old", async () => {
  const sent = send(signingToken, { at: Date.now() - 4 * minutes });
  expect((await readWebhook(sent, signingToken)).events).toEqual([merged]);
});

test("derives the delivery id from the body if the release sends none", async () => {
  const bare = (made: MadeDelivery) => {
    const { headers, body } = send(secretToken, { made });
    const { "idempotency-key": _, "webhook-id": __, ...rest } = headers;
    return readWebhook({ headers: rest, body }, secretToken);
  };
  const first = await bare(mergeRequestDelivery(state, one));
  expect(first.deliveryId).toMatch(/^[0-9a-f]{64}$/);
  expect((await bare(mergeRequestDelivery(state, one))).deliveryId).toBe(first.deliveryId);
  expect((await bare(noteDelivery(state, one, said))).deliveryId).not.toBe(first.deliveryId);
});

test.each<[GitlabMergeRequest["state"], string]>([
  ["opened", "open"],
  ["locked", "open"],
  ["merged", "merged"],
  ["closed", "closed"],
])("a merge request that is %s is reported as %s", async (hostState, told) => {
  expect(await read(mergeRequestDelivery(state, { ...one, state: hostState }))).toEqual([
    { ...merged, state: told },
  ]);
});

function changed(
  made: MadeDelivery,
  change: Record<string, unknown>,
  top: Record<string, unknown> = {},
): MadeDelivery {
  const attributes = { ...(made.body.object_attributes as object), ...change };
  return { ...made, body: { ...made.body, ...top, object_attributes: attributes } };
}

test.each<[string, MadeDelivery]>([
  ["that the host itself wrote", changed(noteDelivery(state, one, said), { system: true })],
  ["for members only", changed(noteDelivery(state, one, said), { internal: true })],
  ["that is confidential", changed(noteDelivery(state, one, said), {}, { event_type: "confidential_note" })],
  ["that was only edited", changed(noteDelivery(state, one, said), { action: "update" })],
  [
    "on an issue",
    changed(noteDelivery(state, one, said), { noteable_type: "Issue" }, { merge_request: undefined }),
  ],
])("a note %s yields no event", async (_, made) => {
  expect(await read(made)).toEqual([]);
});

test("reads a note of an old release, which names no action", async () => {
  expect(await read(changed(noteDelivery(state, one, said), { action: undefined }))).toMatchObject([
    { kind: "comment" },
  ]);
});

test("reports a note on a removed line with the old path and line", async () => {
  const made = noteDelivery(state, one, { ...said, place: { path: "docs/old.md", line: 1 } });
  const position = { old_path: "docs/old.md", new_path: null, old_line: 7, new_line: null };
  expect(await read(changed(made, { position }))).toMatchObject([{ path: "docs/old.md", line: 7 }]);
});

test("reports a failed job separately", async () => {
  expect(await read(jobDelivery(state, failed))).toEqual([
    {
      kind: "check_failed",
      ...failed,
      text: "The job docs/build of the stage test failed: script_failure.",
      url: "https://gitlab.example.com/acme/docs/-/jobs/1977",
    },
  ]);
});

test("reports a failed pipeline once, with the jobs that had to succeed", async () => {
  expect(await read(pipelineDelivery(state, failed))).toEqual([
    {
      kind: "check_failed",
      ...failed,
      text: "The job docs/build of the stage test failed: script_failure.",
      url: "https://gitlab.example.com/acme/docs/-/pipelines/31",
    },
  ]);
});

test("reports a merge request's pipeline with the merge request's branch", async () => {
  const source = { ref: "refs/merge-requests/1/head", source: "merge_request_event" };
  const made = changed(pipelineDelivery(state, failed), source, {
    merge_request: { source_branch: failed.branch },
  });
  expect(await read(made)).toMatchObject([{ branch: failed.branch }]);
});

test("reports a pipeline that failed without a job by its number", async () => {
  const made = pipelineDelivery(state, failed);
  expect(await read({ ...made, body: { ...made.body, builds: [] } })).toMatchObject([
    { name: "pipeline 31", text: "" },
  ]);
});

const asJob = (change: object): MadeDelivery => {
  const made = jobDelivery(state, failed);
  return { ...made, body: { ...made.body, ...change } };
};

test.each<[string, MadeDelivery]>([
  ["a pipeline that succeeded", changed(pipelineDelivery(state, failed), { status: "success" })],
  ["a pipeline of a tag", changed(pipelineDelivery(state, failed), { tag: true })],
  ["a job that runs", asJob({ build_status: "running" })],
  ["a job that may fail", asJob({ build_allow_failure: true })],
  ["a job of a tag", asJob({ tag: true })],
])("%s yields no event", async (_, made) => {
  expect(await read(made)).toEqual([]);
});
