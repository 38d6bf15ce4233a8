import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type BitbucketScene, prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { makeUser } from "../helpers/code-hosts/bitbucket-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch } from "./pull-request-draft.ts";

/** The fake itself, by plain requests as the host's documentation writes them. */
const scenes = await prepareBitbucketScenes();
let scene: BitbucketScene;

beforeEach(async () => {
  scene = await scenes.start();
  await pushBranchTo(scene.gitFolder, branch);
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

interface Answer {
  values: object[];
  next: string;
  error: { message: string };
}

async function ask(method: string, path: string, body?: unknown) {
  const { email, token } = scene.state;
  const answer = await fetch(`${scene.apiUrl}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const pulls = "/repositories/acme/docs/pullrequests";
const minimum = { title: "My Title", source: { branch: { name: branch } } };

test("the minimum of the documentation opens one on the main branch", async () => {
  const { status, body } = await ask("POST", pulls, minimum);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { id: 1, state: "OPEN", destination: { branch: { name: "main" } }, reviewers: [] },
  });
});

test("a second one from the same branch changes the first, and its reviewers are those of the second", async () => {
  const reviewers = [{ uuid: makeUser("reviewer").uuid }];
  await ask("POST", pulls, { ...minimum, reviewers });
  const { status, body } = await ask("POST", pulls, { ...minimum, title: "Another" });
  expect({ status, body }).toMatchObject({ status: 201, body: { id: 1, title: "Another", reviewers: [] } });
});

test.each([
  ["no title", { source: minimum.source }, "title: This field is required."],
  ["no source", { title: "a" }, "source: This field is required."],
  ["an unknown field", { ...minimum, labels: ["docs"] }, "labels: is not known"],
  ["an unknown field within", { ...minimum, source: { branch: { ref: "a" } } }, "source.branch.ref"],
  ["a wrong type", { ...minimum, draft: "yes" }, "draft: is no boolean"],
  [
    "a branch that is not there",
    { ...minimum, source: { branch: { name: "none" } } },
    "source: branch not found: none",
  ],
  [
    "a destination that is not there",
    { ...minimum, destination: { branch: { name: "none" } } },
    "destination: branch not found: none",
  ],
  ["no changes", { ...minimum, source: { branch: { name: "next" } } }, "There are no changes to be pulled"],
  [
    "the author as reviewer",
    { ...minimum, reviewers: [{ uuid: makeUser("bot").uuid }] },
    "is the author and cannot be included",
  ],
  ["a reviewer by nickname", { ...minimum, reviewers: [{ nickname: "reviewer" }] }, "Malformed reviewers"],
  ["a description of 250,001 characters", { ...minimum, description: "x".repeat(250_001) }, "too long"],
])("%s is refused with 400, and nothing is opened", async (_, body, message) => {
  const answer = await ask("POST", pulls, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(message);
  expect(scene.pullRequests()).toEqual([]);
});

test("a closed one cannot be changed", async () => {
  await ask("POST", pulls, minimum);
  scene.closePullRequest(1);
  expect((await ask("PUT", `${pulls}/1`, { title: "a" })).status).toBe(400);
});

test("lists have ten on a page unless asked for more, and at most fifty", async () => {
  for (let at = 0; at < 12; at += 1) {
    scene.seedPullRequest({ head: `h-${at}`, base: "main", title: "a", body: "" });
  }
  const { body } = await ask("GET", pulls);
  expect(body.values).toHaveLength(10);
  const next = new URL(body.next);
  expect((await ask("GET", `${next.pathname.slice(4)}${next.search}`)).body).toMatchObject({ page: 2 });
  expect((await ask("GET", `${pulls}?pagelen=51`)).status).toBe(400);
});

test.each([
  ["an unknown field", `name="a"`],
  ["no query at all", "nonsense"],
  ["a quote that is not closed", `state="OPEN`],
])("q with %s is refused", async (_, q) => {
  expect((await ask("GET", `${pulls}?q=${encodeURIComponent(q)}`)).status).toBe(400);
});

test("comments come in the order of a field that they have", async () => {
  await ask("POST", pulls, minimum);
  for (const raw of ["one", "two"]) await ask("POST", `${pulls}/1/comments`, { content: { raw } });
  const texts = async (query: string) =>
    ((await ask("GET", `${pulls}/1/comments${query}`)).body.values as { content: { raw: string } }[]).map(
      ({ content }) => content.raw,
    );
  expect(await texts("")).toEqual(["one", "two"]);
  expect(await texts("?sort=-updated_on")).toEqual(["two", "one"]);
  expect((await ask("GET", `${pulls}/1/comments?sort=-published`)).status).toBe(400);
});

test.each([
  ["another repository", "GET", "/repositories/acme/other/pullrequests"],
  ["another number", "GET", `${pulls}/9`],
  ["an unknown operation", "GET", `${pulls}/1/labels`],
])("%s is 404", async (_, method, path) => {
  expect((await ask(method, path)).status).toBe(404);
});

test("credentials are checked before all else", async () => {
  scene.revokeCredentials();
  expect((await ask("GET", "/repositories/acme/other")).status).toBe(401);
});
