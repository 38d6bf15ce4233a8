import { afterEach, beforeEach, expect, test } from "vitest";
import { readWebhook } from "../../src/code-hosts/github/read-webhook.ts";
import { sign } from "../helpers/code-hosts/github-fake-deliveries.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const secret = "a secret of the project's webhook";
const signing = { secret, deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958" };
let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene();
});
afterEach(() => scene.close());

/** What GitHub sends for it, changed. */
function change(delivery: { body: Buffer; headers: Record<string, string> }, edit: (payload: never) => void) {
  const payload = JSON.parse(delivery.body.toString());
  edit(payload as never);
  return sign(delivery.headers["x-github-event"]!, payload, signing);
}

async function open(): Promise<number> {
  return (await connect(scene).openPullRequest(await makeDraft(scene))).number;
}

const deliver = (event: Parameters<GithubScene["delivery"]>[0]) =>
  scene.delivery(event, secret, signing.deliveryId);
const events = async (delivery: Parameters<typeof readWebhook>[0]) =>
  (await readWebhook(delivery, secret)).events;

test("GitHub's own example of a signature is right, and any other byte is not", async () => {
  const delivery = {
    headers: {
      "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      "x-github-delivery": "1",
      "x-github-event": "ping",
    },
    body: Buffer.from("Hello, World!"),
  };
  const known = "It's a Secret to Everybody";
  await expect(readWebhook(delivery, known)).rejects.toMatchObject({ code: "invalid_request" });
  const other = { ...delivery, body: Buffer.from("Hello, World?") };
  await expect(readWebhook(other, known)).rejects.toMatchObject({ code: "invalid_signature" });
  await expect(readWebhook(delivery, "")).rejects.toMatchObject({ code: "invalid_signature" });
});

test("the words of a review are told", async () => {
  const number = await open();
  const delivery = deliver({ kind: "review", number, author: "reviewer", text: "@copydesk shorter" });
  expect(await events(delivery)).toEqual([
    {
      kind: "comment",
      number,
      id: expect.stringMatching(/^review-\d+$/),
      author: "reviewer",
      text: "@copydesk shorter",
      url: expect.stringContaining("#pullrequestreview"),
    },
  ]);
});

test("a review without words holds no event", async () => {
  const number = await open();
  const delivery = deliver({ kind: "review", number, author: "reviewer", text: "x" });
  const silent = change(delivery, (payload: { review: { body: string | null } }) => {
    payload.review.body = null;
  });
  expect(await events(silent)).toEqual([]);
});

test.each(["edited", "deleted"])("a comment that was %s is not told again", async (action) => {
  const number = await open();
  const delivery = deliver({ kind: "comment", number, author: "writer", text: "Once" });
  const later = change(delivery, (payload: { action: string }) => {
    payload.action = action;
  });
  expect(await events(later)).toEqual([]);
});

test("a comment on an issue that is no pull request is not told", async () => {
  const number = await open();
  const delivery = deliver({ kind: "comment", number, author: "writer", text: "Hello" });
  const onIssue = change(delivery, (payload: { issue: { pull_request?: unknown } }) => {
    delete payload.issue.pull_request;
  });
  expect(await events(onIssue)).toEqual([]);
});

test("a comment on a whole file has no line; on a line that is gone, the old one", async () => {
  const number = await open();
  const place = { path: "index.md", line: 3 };
  const delivery = deliver({ kind: "line_comment", number, author: "writer", text: "Why?", ...place });
  type Payload = { comment: { line: number | null; original_line: number | null } };
  const gone = change(delivery, (payload: Payload) => {
    payload.comment.line = null;
  });
  expect(await events(gone)).toMatchObject([{ path: "index.md", line: 3 }]);
  const whole = change(delivery, (payload: Payload) => {
    payload.comment.line = null;
    payload.comment.original_line = null;
  });
  const [event] = await events(whole);
  expect(event).toMatchObject({ path: "index.md" });
  expect(event).not.toHaveProperty("line");
});

test("a failed commit status is told for the branches whose newest commit it is", async () => {
  const failed = { branch, commit: "c".repeat(40), name: "docs/links", text: "2 broken links" };
  expect(await events(deliver({ kind: "status", ...failed }))).toEqual([
    { kind: "check_failed", ...failed, url: expect.stringMatching(/^http.*\/commit\/c+$/) },
  ]);
});

test.each(["success", "pending"])("a commit status %s holds no event", async (state) => {
  const delivery = deliver({ kind: "status", branch, commit: "c".repeat(40), name: "x", text: "" });
  const fine = change(delivery, (payload: { state: string }) => {
    payload.state = state;
  });
  expect(await events(fine)).toEqual([]);
});

test.each([
  ["failure", 1],
  ["timed_out", 1],
  ["startup_failure", 1],
  ["success", 0],
  ["neutral", 0],
  ["cancelled", 0],
  ["skipped", 0],
  ["action_required", 0],
  [null, 0],
])("a check run that ended as %s holds %i events", async (conclusion, count) => {
  const delivery = deliver({ kind: "check_failed", branch, commit: "c".repeat(40), name: "x", text: "y" });
  const ended = change(delivery, (payload: { check_run: { conclusion: string | null } }) => {
    payload.check_run.conclusion = conclusion;
  });
  expect(await events(ended)).toHaveLength(count);
});

test("the title, summary and text of a check are told", async () => {
  const delivery = deliver({
    kind: "check_failed",
    branch,
    commit: "c".repeat(40),
    name: "x",
    text: "Title",
  });
  const long = change(delivery, (payload: { check_run: { output: object } }) => {
    Object.assign(payload.check_run.output, { summary: "Summary", text: "@copydesk fix it" });
  });
  expect(await events(long)).toMatchObject([{ text: "Title\n\nSummary\n\n@copydesk fix it" }]);
});

test("a suite is told only when no run of it is", async () => {
  const suite = (runs: number) =>
    sign(
      "check_suite",
      {
        action: "completed",
        check_suite: {
          head_branch: branch,
          head_sha: "c".repeat(40),
          conclusion: "failure",
          latest_check_runs_count: runs,
          app: { name: "Docs host" },
        },
        repository: { html_url: "https://github.com/acme/docs" },
      },
      signing,
    );
  expect(await events(suite(2))).toEqual([]);
  expect(await events(suite(0))).toMatchObject([{ kind: "check_failed", name: "Docs host", branch }]);
});

test("a delivery as a form is read; what is signed is the form", async () => {
  const number = await open();
  const { headers, body } = deliver({ kind: "pull_request", number });
  const form = Buffer.from(`payload=${encodeURIComponent(body.toString())}`);
  const { createHmac } = await import("node:crypto");
  const signature = `sha256=${createHmac("sha256", secret).update(form).digest("hex")}`;
  const delivery = {
    headers: {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
      "x-hub-signature-256": signature,
    },
    body: form,
  };
  expect(await events(delivery)).toMatchObject([{ kind: "pull_request", number, state: "open" }]);
});

test("a delivery that is not what its name says is invalid_request and names the field", async () => {
  await expect(readWebhook(sign("status", { sha: "x" }, signing), secret)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("state"),
  });
});

test("without GitHub's headers it is invalid_request", async () => {
  const { headers, body } = sign("ping", {}, signing);
  const { "x-github-delivery": _, ...bare } = headers;
  await expect(readWebhook({ headers: bare, body }, secret)).rejects.toMatchObject({
    code: "invalid_request",
  });
});
