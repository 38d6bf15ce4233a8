import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceWrites } from "../../src/code-hosts/github/pace-writes.ts";
import type { FakeAnswer, FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { branch, makeDraft } from "./pull-request-draft.ts";

let scene: GithubScene;
let waits: number[];

beforeEach(async () => {
  scene = await startGithubScene();
  waits = [];
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const host = () =>
  scene.module.connect(scene.options({ sleep: async (ms) => void waits.push(ms) })).pullRequests;
const isOpening = ({ method, path }: FakeRequest) => method === "POST" && path.endsWith("/pulls");
const openings = () => scene.requests.filter(isOpening).length;

const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const inSeconds = (seconds: number) => String(Math.ceil(Date.now() / 1_000) + seconds);

const limits: [name: string, answer: () => FakeAnswer, waitMs: [least: number, most: number]][] = [
  [
    "a secondary limit with Retry-After (403)",
    () => ({ status: 403, headers: { "retry-after": "7" }, body: { message: secondary } }),
    [7_000, 7_000],
  ],
  [
    "a secondary limit with Retry-After (429)",
    () => ({ status: 429, headers: { "retry-after": "3" }, body: { message: secondary } }),
    [3_000, 3_000],
  ],
  [
    "a secondary limit that does not say how long",
    () => ({ status: 403, body: { message: secondary } }),
    [60_000, 60_000],
  ],
  [
    "the primary limit, until its reset",
    () => ({
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(30) },
      body: { message: "API rate limit exceeded for user ID 101." },
    }),
    [1_000, 33_000],
  ],
];

test.each(limits)("%s is waited for, and one pull request is opened", async (_, answer, [least, most]) => {
  const draft = await makeDraft(scene);
  scene.fail({ when: isOpening, before: answer() });
  await host().openPullRequest(draft);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(least);
  expect(waits[0]).toBeLessThanOrEqual(most);
  expect(openings()).toBe(2);
  expect(scene.pullRequests()).toHaveLength(1);
});

test.each([
  [
    "a primary limit that ends in an hour",
    () => ({
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(3_600) },
      body: { message: "API rate limit exceeded" },
    }),
  ],
  [
    "a secondary limit of ten minutes",
    () => ({ status: 403, headers: { "retry-after": "600" }, body: { message: secondary } }),
  ],
])("%s is code_host_unavailable at once, and says how long", async (_, answer) => {
  scene.fail({ before: answer(), times: 100 });
  await expect(host().findPullRequest(branch)).rejects.toMatchObject({
    code: "code_host_unavailable",
    message: expect.stringMatching(/rate limit.*It asks to wait \d+ s\./),
  });
  expect(scene.requests).toHaveLength(1);
  expect(waits).toEqual([]);
});

test("a limit that does not end is given up after five requests", async () => {
  scene.fail({
    before: { status: 403, headers: { "retry-after": "1" }, body: { message: secondary } },
    times: 100,
  });
  await expect(host().findPullRequest(branch)).rejects.toMatchObject({ code: "code_host_unavailable" });
  expect(scene.requests).toHaveLength(5);
});

test("a 403 that is no limit is not waited for", async () => {
  scene.fail({
    before: { status: 403, body: { message: "Resource protected by organization SAML enforcement." } },
  });
  await expect(host().findPullRequest(branch)).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("SAML enforcement"),
  });
  expect(waits).toEqual([]);
});

test("after 500 nothing opens a second one before it was looked for", async () => {
  const draft = await makeDraft(scene);
  scene.fail({ when: isOpening, after: { status: 500, body: { message: "Server Error" } } });
  await host().openPullRequest(draft);
  expect(scene.requests.filter(({ path }) => path.includes("/pulls")).map(({ method }) => method)).toEqual([
    "POST",
    "GET",
  ]);
  expect(waits).toHaveLength(1);
});

test("what has not changed is not sent again", async () => {
  const once = host();
  await once.openPullRequest(await makeDraft(scene));
  const first = await once.findPullRequest(branch);
  expect(await once.findPullRequest(branch)).toEqual(first);
  const answers = scene.requests.filter(({ method }) => method === "GET").map(({ status }) => status);
  expect(answers).toEqual([200, 304]);
});

test("ten writes pass at once, the next ones once a second", async ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pauses: number[] = [];
  const pace = paceWrites(async (ms) => void pauses.push(ms));
  for (let at = 0; at < 10; at += 1) await pace();
  expect(pauses).toEqual([]);
  for (let at = 0; at < 2; at += 1) await pace();
  expect(pauses).toHaveLength(2);
  expect(pauses[0]).toBeGreaterThan(800);
  expect(pauses[1]).toBeGreaterThan(1_800);
  expect(pauses[1]).toBeLessThanOrEqual(2_000);
});

test("opening one with labels, reviewers and assignees waits for nothing", async () => {
  await host().openPullRequest(
    await makeDraft(scene, { labels: ["docs"], reviewers: ["reviewer"], assignees: ["writer"] }),
  );
  expect(waits).toEqual([]);
});
