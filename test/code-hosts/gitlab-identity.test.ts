import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { Fork, HostOptions } from "../../src/code-hosts/types.ts";
import {
  type GitlabScene,
  type GitlabSceneOptions,
  prepareGitlabScenes,
} from "../helpers/code-hosts/gitlab-scene.ts";
import type { GitlabState, Membership } from "../helpers/code-hosts/gitlab-state.ts";
import { branch, connect } from "./pull-request-draft.ts";

const scenes = await prepareGitlabScenes();
let scene: GitlabScene;

beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

async function restart(options: GitlabSceneOptions) {
  await scene.close();
  scene = await scenes.start(options);
}

test("an access token goes as PRIVATE-TOKEN and an OAuth token as Bearer, with nothing else", async () => {
  await connect(scene).findPullRequest(branch);
  expect(scene.requests.at(-1)!.headers).toMatchObject({ "private-token": scene.state.token });
  expect(scene.requests.at(-1)!.headers.authorization).toBeUndefined();
  await restart({ tokenKind: "oauth" });
  await connect(scene).findPullRequest(branch);
  expect(scene.requests.at(-1)!.headers).toMatchObject({ authorization: `Bearer ${scene.state.token}` });
  expect(scene.requests.at(-1)!.headers["private-token"]).toBeUndefined();
});

test("git gets the name that OAuth tokens want, unless the project has another", async () => {
  const login = (options?: Partial<HostOptions>) => scene.module.connect(scene.options(options)).httpLogin();
  const { token } = scene.state;
  expect(await login()).toEqual({ username: "oauth2", password: token });
  expect(await login({ credentials: { token, username: "docs-bot" } })).toEqual({
    username: "docs-bot",
    password: token,
  });
});

test("without a token nothing is asked", () => {
  expect(() => scene.module.connect(scene.options({ credentials: {} }))).toThrow(
    expect.objectContaining({ code: "invalid_configuration" }),
  );
});

const withScopes =
  (...scopes: string[]) =>
  (state: GitlabState) => {
    state.scopes = new Set(scopes);
  };
const withRole =
  (level: number, by: Membership = "project") =>
  (state: GitlabState) => {
    state.levels.set("bot", { level, by });
  };

test.each<[string, "access" | "oauth", (state: GitlabState) => void, string[]]>([
  ["all", "access", () => {}, []],
  ["all", "oauth", () => {}, []],
  ["only the repository", "access", withScopes("read_repository", "write_repository"), ["api (scope)"]],
  ["only reading", "access", withScopes("read_api"), ["api (scope)", "write_repository (scope)"]],
  [
    "only reading",
    "oauth",
    withScopes("read_api", "read_repository"),
    ["api (scope)", "write_repository (scope)"],
  ],
  ["only the repository", "oauth", withScopes("write_repository"), ["api (scope)"]],
  ["the Reporter role", "access", withRole(20), ["Developer (role)"]],
  ["the Maintainer role", "access", withRole(40), []],
  ["the Developer role of a group above", "access", withRole(30, "group"), []],
  ["the Developer role of an invited group", "access", withRole(30, "invitation"), []],
  ["the Reporter role of an invited group", "access", withRole(20, "invitation"), ["Developer (role)"]],
  [
    "reading and the Guest role",
    "access",
    (state) => {
      withScopes("read_api")(state);
      withRole(10)(state);
    },
    ["api (scope)", "write_repository (scope)", "Developer (role)"],
  ],
])("whoAmI of a token with %s (%s)", async (_what, tokenKind, change, missing) => {
  await restart({ tokenKind });
  change(scene.state);
  expect((await connect(scene).whoAmI()).missing).toEqual(missing);
});

test("whoAmI names the owner although the host does not tell the token's scopes", async () => {
  scene.fail({
    when: ({ path }) => path.includes("personal_access_tokens"),
    before: { status: 404, body: { error: "404 Not Found" } },
  });
  expect(await connect(scene).whoAmI()).toEqual({ login: "bot", missing: [] });
});

test("whoAmI of a project that is not shown is the host's refusal", async () => {
  const repository = scene.repository.replace("acme/docs", "acme/hidden");
  const { pullRequests } = scene.module.connect(scene.options({ repository }));
  await expect(pullRequests.whoAmI()).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("404 Project Not Found"),
  });
});

test("a member of a group above may push; a name with other case is the same, a blocked user is none", async () => {
  const { canWrite } = scene.module.connect(scene.options());
  expect(await canWrite("Writer")).toBe(true);
  expect(await canWrite("reviewer")).toBe(true);
  scene.fail({
    when: ({ path }) => path.includes("/users?"),
    before: { status: 200, body: [{ id: 3, username: "writer", state: "blocked" }] },
  });
  expect(await canWrite("writer")).toBe(false);
});

test("a fork that the host cannot copy is refused in its words", async () => {
  const { ensureFork } = scene.module.connect(scene.options());
  const failed = {
    id: 900,
    path_with_namespace: "bot/docs",
    namespace: { full_path: "bot" },
    import_status: "failed",
    import_error: "The disk is full",
  };
  scene.fail({
    when: ({ method, path }) => method === "POST" && path.endsWith("/fork"),
    before: { status: 201, body: failed },
  });
  await expect(ensureFork!()).rejects.toMatchObject({
    code: "code_host_refused",
    message: "GitLab could not copy bot/docs: The disk is full",
  });
});

test("a fork is made once although the answer is lost or four ask for it", async () => {
  const forkOnce = () => scene.module.connect(scene.options()).ensureFork!();
  scene.fail({ when: ({ method }) => method === "POST", after: "drop" });
  const forks: Fork[] = await Promise.all(Array.from({ length: 4 }, forkOnce));
  for (const fork of forks)
    expect(fork).toEqual({ owner: "bot", repository: `${scene.state.url}/bot/docs.git` });
  expect(scene.state.forks).toHaveLength(1);
});

test("a fork that is never copied ends the waiting", async () => {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const { ensureFork } = scene.module.connect(scene.options({ sleep }));
  const isFork = {
    id: 900,
    path_with_namespace: "bot/docs",
    namespace: { full_path: "bot" },
    import_status: "started",
  };
  const isAsked = ({ path }: { path: string }) => path.endsWith("/fork") || path.endsWith("/projects/900");
  scene.fail({ when: isAsked, times: Number.POSITIVE_INFINITY, before: { status: 200, body: isFork } });
  await expect(ensureFork!()).rejects.toMatchObject({ code: "code_host_unavailable" });
  const minutes = waits.reduce((sum, ms) => sum + ms, 0) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(5);
  expect(minutes).toBeLessThan(5.2);
});
