import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import {
  type DataCenterScene,
  prepareDataCenterScenes,
} from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch } from "./pull-request-draft.ts";

/** The fake itself, by plain requests as recorded ones of real instances are. */
const scenes = await prepareDataCenterScenes();
let scene: DataCenterScene;

beforeEach(async () => {
  scene = await scenes.start();
  await pushBranchTo(scene.gitFolder, branch);
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

interface Answer {
  values: object[];
  nextPageStart: number;
  errors: { message: string; exceptionName: string | null }[];
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${scene.state.url}/rest/api/1.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${scene.state.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const pulls = "/projects/ACME/repos/docs/pull-requests";
const ref = (name: string, slug = "docs") => ({
  id: `refs/heads/${name}`,
  repository: { slug, project: { key: "ACME" } },
});
const minimum = { title: "My Title", fromRef: ref(branch), toRef: ref("main") };

test("one is opened, and a second one to the same base is refused with the first", async () => {
  expect(await ask("POST", pulls, minimum)).toMatchObject({ status: 201, body: { id: 1, version: 0 } });
  expect(await ask("POST", pulls, minimum)).toMatchObject({
    status: 409,
    body: {
      errors: [
        {
          exceptionName: "com.atlassian.bitbucket.pull.DuplicatePullRequestException",
          existingPullRequest: { id: 1 },
        },
      ],
    },
  });
  expect((await ask("POST", pulls, { ...minimum, toRef: ref("next") })).status).toBe(201);
});

const exceptions = "com.atlassian.bitbucket";
test.each([
  ["no title", { ...minimum, title: undefined }, 400, null],
  ["no source", { ...minimum, fromRef: undefined }, 400, null],
  ["an unknown field", { ...minimum, labels: [] }, 400, null],
  ["a wrong type", { ...minimum, draft: "yes" }, 400, null],
  ["a description of 32,768 characters", { ...minimum, description: "x".repeat(32_768) }, 400, null],
  [
    "a branch that is not there",
    { ...minimum, fromRef: ref("none") },
    404,
    `${exceptions}.repository.NoSuchBranchException`,
  ],
  [
    "a branch without refs/heads",
    { ...minimum, toRef: { ...ref("main"), id: "main" } },
    404,
    `${exceptions}.repository.NoSuchBranchException`,
  ],
  [
    "another repository",
    { ...minimum, toRef: ref("main", "other") },
    404,
    `${exceptions}.repository.NoSuchRepositoryException`,
  ],
  ["no changes", { ...minimum, fromRef: ref("next") }, 409, `${exceptions}.pull.EmptyPullRequestException`],
  [
    "an unknown reviewer",
    { ...minimum, reviewers: [{ user: { name: "none" } }] },
    409,
    `${exceptions}.pull.InvalidPullRequestReviewersException`,
  ],
])("%s is refused, and nothing is opened", async (_, body, status, exceptionName) => {
  expect(await ask("POST", pulls, body)).toMatchObject({ status, body: { errors: [{ exceptionName }] } });
  expect(scene.pullRequests()).toEqual([]);
});

test("a change without the version of now is refused; one without reviewers takes them away", async () => {
  await ask("POST", pulls, { ...minimum, reviewers: [{ user: { name: "writer" } }] });
  expect((await ask("PUT", `${pulls}/1`, { title: "b" })).status).toBe(400);
  expect((await ask("PUT", `${pulls}/1`, { title: "b", version: 1 })).status).toBe(409);
  expect((await ask("PUT", `${pulls}/1`, { title: "b", version: 0 })).status).toBe(200);
  expect(scene.pullRequests()[0]).toMatchObject({ title: "b", reviewers: [] });
});

test("lists have 25 on a page unless asked for more", async () => {
  for (let at = 0; at < 30; at += 1) {
    scene.seedPullRequest({ head: `h-${at}`, base: "main", title: "a", body: "" });
  }
  const { body } = await ask("GET", pulls);
  expect(body).toMatchObject({ isLastPage: false, nextPageStart: 25 });
  expect((await ask("GET", `${pulls}?start=${body.nextPageStart}`)).body.values).toHaveLength(5);
});

test.each([
  ["another repository", "/projects/ACME/repos/other"],
  ["another number", `${pulls}/9`],
  ["an unknown operation", `${pulls}/1/labels`],
])("%s is 404", async (_, path) => {
  expect((await ask("GET", path)).status).toBe(404);
});

test("an unknown token and a missing permission are both 401, by different names", async () => {
  scene.withholdPermission();
  expect(await ask("POST", pulls, minimum)).toMatchObject({
    status: 401,
    body: { errors: [{ exceptionName: `${exceptions}.AuthorisationException` }] },
  });
  scene.revokeCredentials();
  expect(await ask("GET", pulls)).toMatchObject({
    status: 401,
    body: { errors: [{ exceptionName: `${exceptions}.auth.IncorrectPasswordAuthenticationException` }] },
  });
});
