import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AzureScene, prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";

/** What the host's documentation shows, sent without the adapter. */
const scenes = await prepareAzureScenes();
let scene: AzureScene;

beforeEach(async () => {
  scene = await scenes.start();
  await pushBranchTo(scene.gitFolder, "npaulk/my_work");
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const example = {
  sourceRefName: "refs/heads/npaulk/my_work",
  targetRefName: "refs/heads/main",
  title: "A new feature",
  description: "Adding a new feature",
};

interface Said {
  pullRequestId: number;
  count: number;
  value: { description: string }[];
}

async function ask(method: string, path: string, body?: unknown, version = "7.1") {
  const { token } = scene.options().credentials;
  const project = `${scene.baseUrl}/Team%20Docs/_apis/git/repositories/docs`;
  const response = await fetch(`${project}${path}${path.includes("?") ? "&" : "?"}api-version=${version}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`any:${token}`).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Said };
}

describe("a pull request", () => {
  test("is made as the documentation's example makes it", async () => {
    const made = await ask("POST", "/pullRequests", example);
    expect(made).toMatchObject({ status: 201, body: { ...example, status: "active", isDraft: false } });
    const path = `/pullRequests/${made.body.pullRequestId}`;
    const updated = await ask("PATCH", path, { title: "Updated pull request title" });
    expect(updated).toMatchObject({ status: 200, body: { title: "Updated pull request title" } });
    expect(await ask("GET", "/pullRequests")).toMatchObject({ status: 200, body: { count: 1 } });
  });

  test.each([
    ["an unknown field", { ...example, draft: true }, "InvalidArgumentValueException"],
    ["a wrong type", { ...example, isDraft: "yes" }, "InvalidArgumentValueException"],
    ["a short name of a branch", { ...example, targetRefName: "main" }, "InvalidArgumentValueException"],
    ["no source", { ...example, sourceRefName: undefined }, "InvalidArgumentValueException"],
    ["no title", { ...example, title: " " }, "InvalidArgumentValueException"],
    [
      "a description that is too long",
      { ...example, description: "x".repeat(4_001) },
      "InvalidArgumentValueException",
    ],
    [
      "a source that is not there",
      { ...example, sourceRefName: "refs/heads/gone" },
      "GitPullRequestCannotBeActivated",
    ],
    [
      "a target that is no branch",
      { ...example, targetRefName: "refs/tags/v1" },
      "GitPullRequestCannotBeActivated",
    ],
  ])("with %s is refused", async (_, body, typeKey) => {
    expect(await ask("POST", "/pullRequests", body)).toMatchObject({ status: 400, body: { typeKey } });
    expect(scene.pullRequests()).toEqual([]);
  });

  test("of the same branches is refused, of others not", async () => {
    await ask("POST", "/pullRequests", example);
    const second = await ask("POST", "/pullRequests", example);
    expect(second).toMatchObject({ status: 409, body: { typeKey: "GitPullRequestExistsException" } });
    const other = { ...example, targetRefName: "refs/heads/next" };
    expect(await ask("POST", "/pullRequests", other)).toMatchObject({ status: 201 });
  });

  test("gets another target and nothing else", async () => {
    const { body } = await ask("POST", "/pullRequests", example);
    const change = { targetRefName: "refs/heads/next", title: "Not taken" };
    await ask("PATCH", `/pullRequests/${body.pullRequestId}`, change);
    expect(scene.pullRequests()[0]).toMatchObject({ base: "next", title: example.title });
  });

  test("that is completed cannot be changed", async () => {
    const { body } = await ask("POST", "/pullRequests", example);
    await scene.merge(body.pullRequestId);
    expect(await ask("PATCH", `/pullRequests/${body.pullRequestId}`, { title: "Late" })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^TF401181/) },
    });
  });
});

test("lists have 101 pull requests unless told otherwise, and 400 characters of their descriptions", async () => {
  for (let at = 0; at < 120; at += 1) {
    scene.seedPullRequest({ head: `b-${at}`, base: "main", title: "t", body: "x".repeat(900) });
  }
  const { body } = await ask("GET", "/pullrequests");
  expect(body.count).toBe(101);
  expect(body.value[0]?.description).toHaveLength(400);
  expect((await ask("GET", "/pullrequests?$skip=101")).body.count).toBe(19);
});

test("a request without a version that the host has is refused", async () => {
  expect(await ask("GET", "/pullrequests", undefined, "7.1-preview")).toMatchObject({ status: 400 });
});

test.each([
  ["a repository without its type", "?repositoryId=00000901-7f56-4969-bfd4-3e59774c75ad"],
  ["a parameter that there is not", "?commit=abc"],
])("builds of %s are refused", async (_, query) => {
  expect(await ask("GET", `/../../../build/builds${query}`)).toMatchObject({ status: 400 });
});

test("statuses are asked for by a whole commit, or by one that has none", async () => {
  expect(await ask("GET", "/commits/abc123/statuses")).toMatchObject({ status: 400 });
  expect(await ask("GET", `/commits/${"d".repeat(40)}/statuses`)).toMatchObject({
    status: 200,
    body: { count: 0 },
  });
});
