import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HostOptions } from "../../src/code-hosts/types.ts";
import {
  type GithubCredentials,
  type GithubScene,
  startGithubScene,
} from "../helpers/code-hosts/github-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { git } from "../helpers/git-fixture.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

let scene: GithubScene;

async function start(credentials: GithubCredentials = "classic"): Promise<void> {
  await scene?.close();
  scene = await startGithubScene({ credentials });
}

beforeEach(() => start());
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const connection = (options: Partial<HostOptions> = {}) => scene.module.connect(scene.options(options));
const docs = () => scene.state.repositories[0]!;

describe("what the credentials lack", () => {
  test("of a classic token: the scope, also where GitHub shows nothing without it", async () => {
    for (const who of scene.state.tokens.values()) who.scopes = ["public_repo"];
    expect(await connect(scene).whoAmI()).toEqual({ login: "bot", missing: ["repo (scope)"] });
  });

  test("of a person who may only read: the role", async () => {
    scene.state.users.get("bot")!.role = "read";
    expect(await connect(scene).whoAmI()).toEqual({
      login: "bot",
      missing: ["Write (role in the repository)"],
    });
  });

  test.each([
    ["contents", "Contents: write"],
    ["pull_requests", "Pull requests: write"],
  ])("of a fine-grained token: %s", async (permission, name) => {
    await start("fine-grained");
    for (const who of scene.state.tokens.values()) who.permissions[permission] = "read";
    expect(await connect(scene).whoAmI()).toEqual({ login: "bot", missing: [name] });
  });

  test("of a fine-grained token that may only read: all of it", async () => {
    await start("fine-grained");
    for (const who of scene.state.tokens.values()) who.permissions = { metadata: "read" };
    expect((await connect(scene).whoAmI()).missing).toEqual([
      "Contents: write",
      "Pull requests: write",
      "Issues: write",
    ]);
  });

  test("finding out leaves nothing behind", async () => {
    await start("fine-grained");
    const before = await git(scene.gitFolder, ["for-each-ref"]);
    expect(await connect(scene).whoAmI()).toEqual({ login: "bot", missing: [] });
    expect(await git(scene.gitFolder, ["for-each-ref"])).toBe(before);
    expect(scene.pullRequests()).toEqual([]);
    expect(scene.state.labels).toEqual(["docs", "automated"]);
  });

  test("a repository that the token may not see is told", async () => {
    docs().name = "elsewhere";
    await expect(connect(scene).whoAmI()).rejects.toMatchObject({
      code: "code_host_refused",
      message: expect.stringContaining("not among the repositories that the token may see"),
    });
  });

  test("an archived repository is told", async () => {
    docs().archived = true;
    await expect(connect(scene).whoAmI()).rejects.toThrow("acme/docs is archived");
  });
});

test.each([
  ["administrator", true],
  ["maintainer", true],
  ["Writer", true],
  ["triager", false],
  ["stranger", false],
  ["dependabot[bot]", false],
  ["..", false],
  ["a b", false],
])("%s may push: %s", async (login, may) => {
  expect(await connection().canWrite(login)).toBe(may);
});

describe("forks", () => {
  test("a fork is waited for until git can read it", async () => {
    const fork = await connection().ensureFork!();
    expect(fork.repository).toBe(scene.repository.replace("/acme/", "/bot/"));
    expect(
      scene.requests.filter(({ path }) => path.includes("/git/ref")).map(({ status }) => status),
    ).toEqual([409, 409, 200]);
  });

  test("a fork that never gets ready is code_host_unavailable", async () => {
    scene.fail({
      when: ({ path }) => path.includes("/git/ref"),
      before: { status: 409, body: { message: "Git Repository is empty." } },
      times: 100,
    });
    await expect(connection().ensureFork!()).rejects.toMatchObject({ code: "code_host_unavailable" });
  });

  test("a fork has another name when the person has another repository of that name", async () => {
    const other = { ...docs(), id: 8, owner: "bot", parent: null };
    scene.state.repositories.push(other);
    const fork = await connection().ensureFork!();
    expect(fork.repository).toMatch(/\/bot\/docs-1\.git$/);
    expect(await connection().ensureFork!()).toEqual(fork);
  });

  test("maintainers may change what comes from a fork", async () => {
    const { ensureFork, pullRequests } = connection();
    const fork = await ensureFork!();
    await pushBranchTo(scene.forkFolder, branch);
    const draft = { ...(await makeDraft(scene, { branch: "copydesk/unused" })), branch, fork };
    await pullRequests.openPullRequest(draft);
    expect(scene.state.pulls[0]).toMatchObject({ maintainerCanModify: true });
  });

  test("a fine-grained token cannot make one, and the message says what can", async () => {
    await start("fine-grained");
    await expect(connection().ensureFork!()).rejects.toMatchObject({
      code: "code_host_forbidden",
      message: expect.stringContaining("forks need a classic token with the scope repo"),
    });
  });

  test("the address of a fork is written as the repository's is", async () => {
    const ssh = connection({
      repository: "git@github.com:acme/docs.git",
      apiUrl: `${scene.repository.replace("/acme/docs.git", "")}/api/v3`,
    });
    expect((await ssh.ensureFork!()).repository).toBe("git@github.com:bot/docs.git");
  });
});
