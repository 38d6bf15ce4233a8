import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiUrlOf, graphqlUrlOf } from "../../src/code-hosts/github/api-url.ts";
import type { HostOptions } from "../../src/code-hosts/types.ts";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { git } from "../helpers/git-fixture.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene();
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const isOpening = ({ method, path }: FakeRequest) => method === "POST" && path.endsWith("/pulls");
const connection = (options: Partial<HostOptions> = {}) => scene.module.connect(scene.options(options));
const docs = () => scene.state.repositories[0]!;

describe("where the API is", () => {
  test.each([
    ["https://github.com/acme/docs", null, "https://api.github.com", "https://api.github.com/graphql"],
    ["git@github.com:acme/docs.git", null, "https://api.github.com", "https://api.github.com/graphql"],
    [
      "ssh://git@ssh.github.com:443/acme/docs.git",
      null,
      "https://api.github.com",
      "https://api.github.com/graphql",
    ],
    ["https://acme.ghe.com/acme/docs", null, "https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"],
    [
      "https://git.acme.example/a/b.git",
      null,
      "https://git.acme.example/api/v3",
      "https://git.acme.example/api/graphql",
    ],
    [
      "git@git.acme.example:a/b.git",
      null,
      "https://git.acme.example/api/v3",
      "https://git.acme.example/api/graphql",
    ],
    [
      "http://127.0.0.1:3000/a/b.git",
      null,
      "http://127.0.0.1:3000/api/v3",
      "http://127.0.0.1:3000/api/graphql",
    ],
    [
      "https://proxy.example/a/b",
      "https://x.example/api/v3/",
      "https://x.example/api/v3",
      "https://x.example/api/graphql",
    ],
  ])("%s with %s", (repository, apiUrl, rest, graphql) => {
    expect(apiUrlOf(repository, apiUrl)).toBe(rest);
    expect(graphqlUrlOf(rest)).toBe(graphql);
  });
});

test.each(["classic", "app"] as const)(
  "all of %s goes through the fetch that is given",
  async (credentials) => {
    await scene.close();
    scene = await startGithubScene({ credentials });
    const redirects: unknown[] = [];
    const counting = async (url: string | URL | Request, init?: RequestInit) => {
      redirects.push(init?.redirect);
      expect(init?.signal).toBeInstanceOf(AbortSignal);
      return await fetch(url, init);
    };
    const { pullRequests, commitFiles, canWrite } = connection({ fetch: counting });
    await pullRequests.whoAmI();
    const { number } = await pullRequests.openPullRequest(await makeDraft(scene, { labels: ["docs"] }));
    await pullRequests.comment(number, { topic: "one", body: "Said." });
    await canWrite("writer");
    const parent = await git(scene.gitFolder, ["rev-parse", "main"]);
    const files = [{ path: "a.md", content: Buffer.from("# A\n") }];
    await commitFiles!({ branch: "copydesk/other", parent, message: "Add", files });
    expect(redirects).toEqual(scene.requests.map(() => "manual"));
  },
);

describe("opening", () => {
  test("no commits between the branches is refused in GitHub's words", async () => {
    await git(scene.gitFolder, ["branch", branch, "main"]);
    const draft = { ...(await makeDraft(scene, { branch: "copydesk/other" })), branch };
    await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
      code: "code_host_refused",
      message: `Could not open the pull request: GitHub answered 422: Validation Failed: No commits between main and ${branch}.`,
    });
  });

  test("a repository without drafts gets one that is ready", async () => {
    docs().hasDrafts = false;
    const opened = await connect(scene).openPullRequest(await makeDraft(scene, { draft: true }));
    expect(opened.state).toBe("open");
    expect(scene.pullRequests()).toMatchObject([{ draft: false }]);
    expect(scene.requests.filter(isOpening)).toHaveLength(2);
  });

  test("an archived repository is refused in GitHub's words", async () => {
    docs().archived = true;
    await expect(connect(scene).openPullRequest(await makeDraft(scene))).rejects.toMatchObject({
      code: "code_host_forbidden",
      message: expect.stringContaining("Repository was archived so is read-only."),
    });
  });

  test("a title that is longer than GitHub takes is cut", async () => {
    await connect(scene).openPullRequest(await makeDraft(scene, { title: `${"x".repeat(254)}🚀 and more` }));
    const { title } = scene.pullRequests()[0]!;
    expect(title.length).toBeLessThanOrEqual(256);
    expect(title).toMatch(/…$/);
    expect(title.isWellFormed()).toBe(true);
  });

  test("teams are asked for a review, with or without their organisation", async () => {
    const reviewers = ["team:acme/docs-team", "reviewer", "team:nobody-here"];
    await connect(scene).openPullRequest(await makeDraft(scene, { reviewers }));
    expect(scene.state.pulls[0]).toMatchObject({ teams: ["docs-team"], reviewers: ["reviewer"] });
  });

  test("whoever opened it cannot review it, and costs nobody else", async () => {
    await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["bot", "writer"] }));
    expect(scene.pullRequests()[0]!.reviewers).toEqual(["writer"]);
  });

  test("a token that may not see the repository is told what 404 can mean", async () => {
    const draft = await makeDraft(scene);
    for (const who of scene.state.tokens.values()) who.scopes = [];
    await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
      code: "code_host_refused",
      message: expect.stringContaining("Not Found (or nothing that the credentials may see or do)"),
    });
  });

  test("labels that cannot be given leave it open", async () => {
    scene.fail({
      when: ({ path }) => path.endsWith("/labels"),
      before: { status: 403, body: { message: "Resource not accessible by personal access token" } },
      times: 100,
    });
    const opened = await connect(scene).openPullRequest(await makeDraft(scene, { labels: ["docs", "more"] }));
    expect(opened.state).toBe("open");
  });
});

describe("finding", () => {
  test("the same branch of a stranger's fork is somebody else's", async () => {
    const fork = { ...docs(), owner: "stranger", id: 7, parent: docs() };
    scene.state.repositories.push(fork);
    scene.seedPullRequest({ head: branch, base: "main", title: "not ours", body: "" });
    scene.state.pulls[0]!.headRepository = fork;
    expect(await connect(scene).findPullRequest(branch)).toBeNull();
  });

  test("a head that is ignored as a filter is looked at again", async () => {
    scene.seedPullRequest({ head: "other", base: "main", title: "other", body: "" });
    const list = await fetch(
      `${scene.options().repository.replace("/acme/docs.git", "")}/api/v3/repos/acme/docs/pulls?head=none`,
      {
        headers: { authorization: `Bearer ${scene.options().credentials.token}`, "user-agent": "test" },
      },
    );
    expect(await list.json()).toHaveLength(1);
    const ignoring = async (url: string | URL | Request, init?: RequestInit) =>
      await fetch(String(url).replace(/head=[^&]+/, "head=none"), init);
    expect(await connection({ fetch: ignoring }).pullRequests.findPullRequest(branch)).toBeNull();
  });
});

describe("a repository that was renamed", () => {
  test("is told with its new name, and nothing is sent there", async () => {
    const draft = await makeDraft(scene);
    scene.state.moved.set("acme/docs", docs());
    docs().name = "handbook";
    await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
      code: "code_host_refused",
      message:
        "Could not open the pull request: GitHub answered 301: the repository acme/docs was renamed or moved, it is acme/handbook now. Set the project's repository to its new address.",
    });
    expect(writes(scene)).toHaveLength(1);
    expect(scene.pullRequests()).toEqual([]);
  });

  test("is told without its name when that cannot be had", async () => {
    const location = `${scene.options().repository.replace("/acme/docs.git", "")}/api/v3/repositories/99/pulls`;
    scene.fail({ before: { status: 301, headers: { location }, body: { message: "Moved Permanently" } } });
    await expect(connect(scene).findPullRequest(branch)).rejects.toThrow(
      "was renamed or moved. Set the project's",
    );
  });
});

describe("comments", () => {
  test("somebody else's comment that carries the mark is left alone", async () => {
    const host = connect(scene);
    const { number } = await host.openPullRequest(await makeDraft(scene));
    const copied = { id: 5, author: "writer", body: "See above\n<!-- copydesk:topic=one -->" };
    scene.state.pulls[0]!.comments.push(copied);
    await host.comment(number, { topic: "one", body: "Ours." });
    expect(scene.pullRequests()[0]!.comments).toEqual([copied.body, expect.stringContaining("Ours.")]);
  });

  test("one behind a hundred others is found again", async () => {
    const host = connect(scene);
    const { number } = await host.openPullRequest(await makeDraft(scene));
    for (let id = 1; id <= 130; id += 1) {
      scene.state.pulls[0]!.comments.push({ id, author: "writer", body: `comment ${id}` });
    }
    await host.comment(number, { topic: "one", body: "First." });
    await host.comment(number, { topic: "one", body: "Second." });
    expect(scene.pullRequests()[0]!.comments).toHaveLength(131);
  });

  test("a comment that is longer than GitHub takes is cut", async () => {
    const host = connect(scene);
    const { number } = await host.openPullRequest(await makeDraft(scene));
    await host.comment(number, { topic: "one", body: "🚀".repeat(40_000) });
    expect(scene.pullRequests()[0]!.comments[0]!.isWellFormed()).toBe(true);
  });
});
