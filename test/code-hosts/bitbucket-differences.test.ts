import { afterAll, afterEach, expect, test } from "vitest";
import { type BitbucketScene, prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import {
  addPull,
  type BitbucketState,
  folderOf,
  makeComment,
  makeRepository,
  makeUser,
} from "../helpers/code-hosts/bitbucket-state.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

const scenes = await prepareBitbucketScenes();
let scene: BitbucketScene;

afterEach(() => scene.close());
afterAll(() => scenes.close());

async function start(credential?: BitbucketState["credential"]) {
  scene = await scenes.start(credential);
  return scene.state;
}

const connection = () => scene.module.connect(scene.options());

test("an API token goes with the e-mail address, and with a user of its own to git", async () => {
  await start("api-token");
  await connection().pullRequests.findPullRequest(branch);
  const basic = Buffer.from("bot@example.com:ATATT3xFfGF0-the-token-of-the-bot").toString("base64");
  expect(scene.requests[0]!.headers.authorization).toBe(`Basic ${basic}`);
  expect((await connection().httpLogin())?.username).toBe("x-bitbucket-api-token-auth");
});

test("an access token goes alone, opens pull requests and says what it is", async () => {
  const { token } = await start("access-token");
  const opened = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
  expect(scene.requests[0]!.headers.authorization).toBe(`Bearer ${token}`);
  expect(await connection().httpLogin()).toEqual({ username: "x-token-auth", password: token });
  expect(await connect(scene).whoAmI()).toEqual({ login: "access token", missing: [] });
});

test.each([
  ["api-token", "write:pullrequest:bitbucket"],
  ["api-token", "write:repository:bitbucket"],
  ["api-token", "read:repository:bitbucket"],
  ["api-token", "read:user:bitbucket"],
] as const)("%s without %s: whoAmI names it", async (credential, scope) => {
  (await start(credential)).scopes.delete(scope);
  expect((await connect(scene).whoAmI()).missing).toEqual([scope]);
  expect(scene.pullRequests()).toEqual([]);
});

test("a refusal for a missing scope names it", async () => {
  (await start()).scopes.delete("write:pullrequest:bitbucket");
  const opening = connect(scene).openPullRequest(await makeDraft(scene));
  await expect(opening).rejects.toThrow(
    "Your credentials lack one or more required privilege scopes. (write:pullrequest:bitbucket)",
  );
});

test("an access token that may only read lacks both permissions", async () => {
  (await start("access-token")).scopes = new Set(["pullrequest"]);
  expect((await connect(scene).whoAmI()).missing).toEqual(["pullrequest:write", "repository:write"]);
});

test("an owner who may only read is told so, whatever the token is good for", async () => {
  const { permissions, users } = await start();
  permissions.set(users[0]!.uuid, "read");
  const { missing } = await connect(scene).whoAmI();
  expect(missing).not.toEqual([]);
  expect(missing.join()).toMatch(/write/i);
});

test("who may write is told to administrators only: all others get the host's refusal", async () => {
  const { permissions, users } = await start();
  permissions.set(users[0]!.uuid, "write");
  await expect(connection().canWrite(scene.userId!("writer"))).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("must be an admin"),
  });
});

test("a permission is asked for exactly one account", async () => {
  await start();
  await connection().canWrite(scene.userId!("reader"));
  const { searchParams } = new URL(scene.requests[0]!.path, scene.apiUrl);
  expect(searchParams.get("q")).toBe(`user.uuid="${scene.userId!("reader")}"`);
  await connection().canWrite(`{" OR permission="admin`);
  expect(scene.requests).toHaveLength(1);
});

test("only what the host says of the very account counts", async () => {
  await start();
  const user = { type: "user", uuid: scene.userId!("writer") };
  const body = { values: [{ type: "repository_permission", permission: "write", user }] };
  scene.fail({ times: 2, before: { status: 200, body } });
  expect(await connection().canWrite(scene.userId!("reader"))).toBe(false);
  expect(await connection().canWrite(scene.userId!("writer"))).toBe(true);
});

test("what the host repeats of the credentials is kept out of messages", async () => {
  const { token, email } = await start();
  const basic = Buffer.from(`${email}:${token}`).toString("base64");
  const message = `Bad header: Basic ${basic}`;
  scene.fail({ before: { status: 400, body: { type: "error", error: { message } } } });
  const said = await connect(scene)
    .getPullRequest(1)
    .catch((error: Error) => error.message);
  expect(said).toContain("Bad header: Basic");
  expect(said).not.toContain(basic);
});

test("an update keeps what people have set: reviewers, draft, the branch to be closed", async () => {
  const { pulls, users } = await start();
  const draft = await makeDraft(scene);
  const { number } = await connect(scene).openPullRequest(draft);
  Object.assign(pulls[0]!, { reviewers: [users[3]!], draft: true, closeSourceBranch: true });
  await connect(scene).updatePullRequest(number, { ...draft, title: "New title", baseRef: "next" });
  expect(pulls[0]).toMatchObject({ title: "New title", base: "next", draft: true, closeSourceBranch: true });
  expect(scene.pullRequests()[0]!.reviewers).toEqual(["reviewer"]);
  await connect(scene).updatePullRequest(number, { ...draft, title: "New title" });
  expect(scene.pullRequests()[0]).toMatchObject({ base: "main" });
  expect(scene.pullRequests()[0]!.body).toContain(draft.body);
});

test("opening again is no second POST, which would take the reviewers away", async () => {
  const { pulls, users } = await start();
  const draft = await makeDraft(scene);
  await connect(scene).openPullRequest(draft);
  pulls[0]!.reviewers = [users[3]!];
  const before = writes(scene).length;
  await connect(scene).openPullRequest(draft);
  expect(writes(scene)).toHaveLength(before);
  expect(scene.pullRequests()[0]!.reviewers).toEqual(["reviewer"]);
});

test("default reviewers are asked beside the named ones, the author never", async () => {
  const state = await start();
  state.defaultReviewers = [state.users[0]!, state.users[1]!];
  await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["Reviewer"] }));
  expect(scene.pullRequests()[0]!.reviewers).toEqual(["writer", "reviewer"]);
});

test("an account that the host does not take any more costs nobody else", async () => {
  const state = await start();
  state.inactive.add(state.users[1]!.uuid);
  state.defaultReviewers = [state.users[1]!, state.users[2]!];
  await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["reviewer"] }));
  expect(scene.pullRequests()[0]!.reviewers).toEqual(["reader", "reviewer"]);
});

test.each([
  ["a nickname of two members", "writer", []],
  ["a UUID", makeUser("writer").uuid, ["writer"]],
  ["an account id", makeUser("writer").accountId, ["writer"]],
  ["a display name", "Writer of Acme", ["writer"]],
  ["a team", "team:docs", []],
])("a reviewer by %s", async (_, name, expected) => {
  const state = await start();
  state.members.push(makeUser("another", "writer"));
  await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: [name] }));
  expect(scene.pullRequests()[0]!.reviewers).toEqual(expected);
});

test("a workspace whose members the token may not read costs only the named reviewers", async () => {
  (await start()).scopes.delete("read:workspace:bitbucket");
  await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["reviewer"] }));
  expect(scene.pullRequests()[0]).toMatchObject({ state: "open", reviewers: [] });
});

test("a superseded pull request is closed", async () => {
  const { pulls } = await start();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  pulls[0]!.state = "SUPERSEDED";
  expect(await connect(scene).getPullRequest(number)).toMatchObject({ state: "closed" });
});

test("the same branch of somebody else's fork is not the job's, nor is one whose fork is gone", async () => {
  const state = await start();
  const headRepository = makeRepository({
    workspace: "stranger",
    slug: "docs",
    folder: state.repository.folder,
    parent: state.repository,
  });
  addPull(state, { title: "theirs", description: "", base: "main", head: branch, headRepository });
  expect(await connect(scene).findPullRequest(branch)).toBeNull();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(number).toBe(2);
});

test("a quote in a branch's name ends nothing", async () => {
  await start();
  const name = `copydesk/job_"x"`;
  const opened = await connect(scene).openPullRequest(await makeDraft(scene, { branch: name }));
  expect(await connect(scene).findPullRequest(name)).toEqual(opened);
});

test("a fork gets another name where the owner has something else of that name", async () => {
  const state = await start();
  const folder = folderOf(state, "bot", "docs");
  state.repositories.push(makeRepository({ workspace: "bot", slug: "docs", folder, parent: null }));
  const fork = await connection().ensureFork!();
  expect(fork).toEqual({
    owner: "bot",
    repository: scene.repository.replace("acme/docs", "bot/acme-docs"),
  });
  expect(await connection().ensureFork!()).toEqual(fork);
});

test("a fork whose answer was lost is made once", async () => {
  const state = await start();
  const isForking = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/forks");
  scene.fail({ when: isForking, after: "drop" });
  await connection().ensureFork!();
  expect(state.repositories.map(({ workspace, slug }) => `${workspace}/${slug}`)).toEqual([
    "acme/docs",
    "bot/docs",
  ]);
});

test("an owner without a workspace has no fork", async () => {
  (await start()).hasOwnWorkspace = false;
  await expect(connection().ensureFork!()).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("no workspace of their own"),
  });
});

test("a comment is found again behind 120 others; one that was deleted is said anew", async () => {
  const { pulls, users } = await start();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  const comment = (id: number) => makeComment(scene.state, { user: users[1]!, raw: `Comment ${id}` });
  pulls[0]!.comments.push(...Array.from({ length: 120 }, (_, at) => comment(at)));
  await connect(scene).comment(number, { topic: "one", body: "First." });
  await connect(scene).comment(number, { topic: "one", body: "Second." });
  expect(pulls[0]!.comments).toHaveLength(121);
  pulls[0]!.comments[120]!.deleted = true;
  await connect(scene).comment(number, { topic: "one", body: "Third." });
  expect(scene.pullRequests()[0]!.comments.at(-1)).toMatch(/^Third\.\n\n\[\/\/\]: # \(copydesk:topic=one\)$/);
});
