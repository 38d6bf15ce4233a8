import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApiCommit, HostOptions } from "../../src/code-hosts/types.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { git } from "../helpers/git-fixture.ts";
import { branch } from "./pull-request-draft.ts";

let scene: GithubScene;
let parent: string;

beforeEach(async () => {
  scene = await startGithubScene({ credentials: "fine-grained" });
  parent = (await branchCommit(scene.gitFolder, "main"))!;
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const isGraphql = ({ path }: FakeRequest) => path.endsWith("/graphql");
const commitFiles = (change: Partial<ApiCommit> = {}, options: Partial<HostOptions> = {}) =>
  scene.module.connect(scene.options(options)).commitFiles!({
    branch,
    parent,
    message: "Add a page\n\nWhy: readers asked.\n\nCopydesk-Job: job_1",
    files: [
      { path: "docs/new.md", content: Buffer.from("# New\n\n🚀\n") },
      { path: "index.md", content: null },
    ],
    ...change,
  });
const mutations = () => scene.requests.filter(isGraphql).length;

test("the commit has the parent, the message and the files, byte for byte", async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 128]);
  const made = await commitFiles({ files: [{ path: "a b/ü.bin", content: bytes }] });
  expect(await git(scene.gitFolder, ["rev-parse", `${made}^@`])).toBe(parent);
  expect(await git(scene.gitFolder, ["show", "-s", "--format=%B", made])).toBe(
    "Add a page\n\nWhy: readers asked.\n\nCopydesk-Job: job_1",
  );
  expect(await git(scene.gitFolder, ["ls-tree", "-r", "-z", "--name-only", made])).toBe(
    "a b/ü.bin\0index.md\0",
  );
  expect(await git(scene.gitFolder, ["cat-file", "-s", `${made}:a b/ü.bin`])).toBe("5");
});

test("a second commit on the branch of the first is made on top of it", async () => {
  const first = await commitFiles();
  const files = [{ path: "docs/second.md", content: Buffer.from("# Second\n") }];
  const second = await commitFiles({ parent: first, message: "Follow up", files });
  expect(await branchCommit(scene.gitFolder, branch)).toBe(second);
  expect(await git(scene.gitFolder, ["rev-parse", `${second}^`])).toBe(first);
});

test("what an attempt before has made is adopted, not made again", async () => {
  const first = await commitFiles();
  expect(await commitFiles()).toBe(first);
  expect(mutations()).toBe(1);
});

test("a file that was moved is adopted, too", async () => {
  const content = Buffer.from("# Welcome\n\nHello.\n");
  const files = [
    { path: "index.md", content: null },
    { path: "docs/start.md", content },
  ];
  expect(await commitFiles({ files })).toBe(await commitFiles({ files }));
  expect(mutations()).toBe(1);
});

test.each([
  ["the connection", "drop" as const],
  ["the answer", { status: 502, body: { message: "Server Error" } }],
])("when %s is lost after it was made, the commit is found", async (_, after) => {
  scene.fail({ when: isGraphql, after });
  const made = await commitFiles();
  expect(await branchCommit(scene.gitFolder, branch)).toBe(made);
  expect(mutations()).toBe(1);
});

test("when GitHub says that something went wrong after it was made, the commit is found", async () => {
  const message =
    "Something went wrong while executing your query on 2026-01-26. Please include `ABCD` when reporting.";
  scene.fail({ when: isGraphql, after: { status: 200, body: { data: null, errors: [{ message }] } } });
  const made = await commitFiles();
  expect(await branchCommit(scene.gitFolder, branch)).toBe(made);
  expect(mutations()).toBe(1);
});

test("four attempts at once make one commit", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => commitFiles()));
  expect(new Set(made).size).toBe(1);
  expect(await git(scene.gitFolder, ["rev-list", "--count", `${parent}..${branch}`])).toBe("1");
});

const others: [what: string, change: Partial<ApiCommit>][] = [
  ["another message", { message: "Something else" }],
  ["other text in a file", { files: [{ path: "docs/new.md", content: Buffer.from("# Other\n") }] }],
  ["a file more", { files: [{ path: "docs/new.md", content: Buffer.from("# New\n\n🚀\n") }] }],
];

test.each(others)("a commit with %s is not the job's: push_rejected, and it stays", async (_, change) => {
  const first = await commitFiles();
  await expect(commitFiles(change)).rejects.toMatchObject({ code: "push_rejected" });
  expect(await branchCommit(scene.gitFolder, branch)).toBe(first);
  expect(mutations()).toBe(1);
});

test("a branch that someone has moved is push_rejected", async () => {
  await pushBranchTo(scene.gitFolder, branch);
  await expect(commitFiles()).rejects.toMatchObject({
    code: "push_rejected",
    message: expect.stringContaining("someone else has changed it in the meantime"),
  });
  expect(mutations()).toBe(0);
});

test("a branch that is moved between the look and the commit is push_rejected", async () => {
  const moving = async (url: string | URL | Request, init?: RequestInit) => {
    if (String(url).endsWith("/graphql")) await pushBranchTo(scene.gitFolder, branch);
    return await fetch(url, init);
  };
  await expect(commitFiles({}, { fetch: moving })).rejects.toMatchObject({ code: "push_rejected" });
  expect(mutations()).toBe(1);
});

const errors: [type: string | undefined, message: string, code: string][] = [
  ["FORBIDDEN", "Resource not accessible by personal access token", "code_host_forbidden"],
  ["NOT_FOUND", "Could not resolve to a Repository with the name 'acme/docs'.", "code_host_refused"],
  ["UNPROCESSABLE", "A path was requested for deletion which does not exist", "code_host_refused"],
  [
    undefined,
    "Repository rule violations found: Commits must have verified signatures.",
    "code_host_refused",
  ],
];

test.each(errors)(
  "an error %s in an answer with status 200 is an error in GitHub's words",
  async (type, message, code) => {
    const body = { data: { createCommitOnBranch: null }, errors: [{ type, path: [], message }] };
    scene.fail({ when: isGraphql, before: { status: 200, body } });
    await expect(commitFiles()).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(mutations()).toBe(1);
  },
);

test("a limit of GraphQL, which has status 200, is waited for or given up", async () => {
  const reset = String(Math.ceil(Date.now() / 1_000) + 3_600);
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  const message = "API rate limit already exceeded for user ID 101.";
  const body = { data: null, errors: [{ type: "RATE_LIMITED", message }] };
  scene.fail({ when: isGraphql, before: { status: 200, headers, body }, times: 100 });
  await expect(commitFiles()).rejects.toMatchObject({
    code: "code_host_unavailable",
    message: expect.stringContaining(message),
  });
});

test("without the permission it is refused in GitHub's words", async () => {
  for (const who of scene.state.tokens.values()) who.permissions.contents = "read";
  await expect(commitFiles()).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("Resource not accessible by personal access token"),
  });
});

test("a change that is larger than GitHub takes is refused before anything is sent", async () => {
  const content = Buffer.alloc(29 * 1024 * 1024);
  await expect(commitFiles({ files: [{ path: "big.bin", content }] })).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("30408704 bytes"),
  });
  expect(scene.requests).toEqual([]);
});

test("a parent that is not on GitHub is refused in its words", async () => {
  await expect(commitFiles({ parent: "1".repeat(40) })).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("Object does not exist"),
  });
});
