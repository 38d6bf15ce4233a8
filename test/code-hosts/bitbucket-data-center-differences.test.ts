import { afterAll, afterEach, expect, test } from "vitest";
import { repositoryJson } from "../helpers/code-hosts/bitbucket-data-center-json.ts";
import {
  type DataCenterScene,
  prepareDataCenterScenes,
} from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { addPull } from "../helpers/code-hosts/bitbucket-data-center-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

const scenes = await prepareDataCenterScenes();
let scene: DataCenterScene;

afterEach(() => scene.close());
afterAll(() => scenes.close());

async function start(options?: { base: string }) {
  scene = await scenes.start(options);
  return scene.state;
}

const connection = () => scene.module.connect(scene.options());

test("an instance below a path of its own is found by the clone address", async () => {
  await start({ base: "/bitbucket" });
  const opened = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
  expect(scene.requests[0]!.path).toMatch(/^\/bitbucket\/rest\/api\/1\.0\//);
  expect(opened.url).toMatch(/\/bitbucket\/projects\/ACME\/repos\/docs\/pull-requests\/1$/);
});

test("git gets the name of the token's owner, and a stand-in where there is none", async () => {
  const state = await start();
  const { token } = state;
  expect(await connection().httpLogin()).toEqual({ username: "bot", password: token });
  state.tokenOwner = null;
  expect(await connection().httpLogin()).toEqual({ username: "x-token-auth", password: token });
  const named = scene.module.connect(scene.options({ credentials: { token, username: "someone" } }));
  expect(await named.httpLogin()).toEqual({ username: "someone", password: token });
});

test("a token of the repository does all but forks, and says what it is", async () => {
  (await start()).tokenOwner = null;
  const opened = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
  expect(await connect(scene).findPullRequest("copydesk/another")).toBeNull();
  expect(await connect(scene).whoAmI()).toEqual({ login: "access token", missing: [] });
  await expect(connection().ensureFork!()).rejects.toMatchObject({ code: "code_host_refused" });
});

test("401 of somebody whom the host knows is a missing permission, in the host's words", async () => {
  const state = await start();
  const draft = await makeDraft(scene);
  state.tokenPermission = "REPO_READ";
  await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("answered 401: You are not permitted to access this resource"),
  });
});

test.each([
  ["a token that may only read", { tokenPermission: "REPO_READ" as const }],
  ["an owner who may only read", { permissions: new Map([["bot", "REPO_READ" as const]]) }],
])("%s lacks Repository write", async (_, change) => {
  Object.assign(await start(), change);
  expect((await connect(scene).whoAmI()).missing).toEqual(["Repository write"]);
  expect(scene.pullRequests()).toEqual([]);
});

test("a token that may only read lacks it also where the list is the owner's", async () => {
  const state = await start();
  const body = { values: [repositoryJson(state, state.repository)], isLastPage: true };
  state.tokenPermission = "REPO_READ";
  scene.fail({ when: ({ path }) => path.includes("permission=REPO_WRITE"), before: { status: 200, body } });
  expect((await connect(scene).whoAmI()).missing).toEqual(["Repository write"]);
});

test("the longest body is as long as the host takes, its mark included", async () => {
  await start();
  const draft = await makeDraft(scene);
  const { number } = await connect(scene).openPullRequest(draft);
  const markLength = scene.pullRequests()[0]!.body.length - draft.body.length;
  for (const length of [32_767, 32_768]) {
    await connect(scene).updatePullRequest(number, { ...draft, body: "a".repeat(length - markLength) });
    const { body } = scene.pullRequests()[0]!;
    expect(body.length).toBeLessThan(32_768);
    expect(body.includes("Cut here")).toBe(length === 32_768);
  }
});

test("who may write is asked with filters that the host counts, and only the very name counts", async () => {
  const state = await start();
  state.users.push({ id: 9, name: "writer2", active: true }, { id: 10, name: "gone", active: false });
  state.permissions.set("writer2", "REPO_READ").set("gone", "REPO_WRITE");
  const { canWrite } = connection();
  expect(await canWrite("Writer")).toBe(true);
  expect(await canWrite("writer2")).toBe(false);
  expect(await canWrite("write")).toBe(false);
  expect(await canWrite("gone")).toBe(false);
});

test("an update that was overtaken is repeated on what is there now, and keeps it", async () => {
  const state = await start();
  const draft = await makeDraft(scene);
  const { number } = await connect(scene).openPullRequest(draft);
  const isFirstPut = ({ method }: { method: string }) => {
    if (method !== "PUT" || state.pulls[0]!.version > 0) return false;
    // Somebody adds a reviewer between reading and writing.
    Object.assign(state.pulls[0]!, { version: 1, reviewers: [state.users[3]!] });
    return false;
  };
  scene.fail({ when: isFirstPut });
  await connect(scene).updatePullRequest(number, { ...draft, title: "New title" });
  expect(scene.pullRequests()[0]).toMatchObject({ title: "New title", reviewers: ["reviewer"] });
  expect(writes(scene).filter(({ method }) => method === "PUT")).toHaveLength(2);
});

test("an update that is overtaken again and again ends", async () => {
  const state = await start();
  const draft = await makeDraft(scene);
  const { number } = await connect(scene).openPullRequest(draft);
  const overtake = ({ method }: { method: string }) => {
    if (method === "PUT") state.pulls[0]!.version += 1;
    return false;
  };
  scene.fail({ when: overtake });
  await expect(
    connect(scene).updatePullRequest(number, { ...draft, title: "New title" }),
  ).rejects.toMatchObject({ code: "code_host_refused", message: expect.stringContaining("out-of-date") });
  expect(writes(scene).filter(({ method }) => method === "PUT")).toHaveLength(3);
});

test("an update whose answer was lost is not written twice", async () => {
  await start();
  const draft = await makeDraft(scene);
  const { number } = await connect(scene).openPullRequest(draft);
  scene.fail({ when: ({ method }) => method === "PUT", after: "drop" });
  await connect(scene).updatePullRequest(number, { ...draft, title: "New title" });
  expect(scene.state.pulls[0]).toMatchObject({ title: "New title", version: 1 });
});

test("one that was opened meanwhile is adopted and brought up to date", async () => {
  const state = await start();
  const draft = await makeDraft(scene);
  const isPost = ({ method }: { method: string }) => {
    const isFirst = method === "POST" && state.pulls.length === 0;
    if (isFirst) addPull(state, { title: "old", description: "", base: "main", head: branch });
    return false;
  };
  scene.fail({ when: isPost });
  expect(await connect(scene).openPullRequest(draft)).toMatchObject({ number: 1, state: "open" });
  expect(scene.pullRequests()).toMatchObject([{ title: draft.title }]);
});

test("one that goes to another base is moved: there is never a second", async () => {
  await start();
  const draft = await makeDraft(scene);
  await connect(scene).openPullRequest(draft);
  await connect(scene).openPullRequest({ ...draft, baseRef: "next" });
  expect(scene.pullRequests()).toMatchObject([{ base: "next", state: "open" }]);
});

test.each([
  ["off", 2, false],
  ["unknown", 1, false],
] as const)("drafts that are %s cost nothing but the draft", async (drafts, posts, draft) => {
  (await start()).drafts = drafts;
  const host = connect(scene);
  const opened = await host.openPullRequest(await makeDraft(scene, { draft: true }));
  expect(opened.state).toBe("open");
  expect(scene.pullRequests()[0]).toMatchObject({ draft });
  expect(writes(scene).filter(({ method }) => method === "POST")).toHaveLength(posts);
});

test("default reviewers are asked beside the named ones; who is not taken costs nobody else", async () => {
  const state = await start();
  state.users.push({ id: 9, name: "outsider", active: true });
  state.defaultReviewers = [state.users[0]!, state.users[2]!];
  const reviewers = ["outsider", "Reviewer", "nobody-here", "team:docs"];
  await connect(scene).openPullRequest(await makeDraft(scene, { reviewers }));
  expect(scene.pullRequests()[0]!.reviewers).toEqual(["reader", "reviewer"]);
});

test("a fork gets another name where the owner has something else of that name", async () => {
  const state = await start();
  const { folder } = state.repository;
  const owner = state.tokenOwner;
  state.repositories.push({
    id: 99,
    key: "~BOT",
    slug: "docs",
    folder,
    origin: null,
    owner,
    initialisingLooks: 0,
  });
  const fork = await connection().ensureFork!();
  const repository = scene.repository.replace("/scm/acme/docs", "/scm/~bot/acme-docs");
  expect(fork).toEqual({ owner: "bot", repository });
  await pushBranchTo(state.repositories.at(-1)!.folder, branch);
  const draft = { ...(await makeDraft(scene, { branch: "copydesk/unused" })), branch, fork };
  const opened = await connection().pullRequests.openPullRequest(draft);
  expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
});

test("a fork whose answer was lost is made once", async () => {
  const state = await start();
  scene.fail({ when: ({ method }) => method === "POST", after: "drop" });
  await connection().ensureFork!();
  expect(state.repositories.map(({ key, slug }) => `${key}/${slug}`)).toEqual(["ACME/docs", "~BOT/docs"]);
});

test("what goes out from the branch to another repository is not the job's", async () => {
  const state = await start();
  const pull = addPull(state, { title: "theirs", description: "", base: "main", head: branch });
  scene.fail({
    times: 9,
    when: ({ path }) => path.includes("direction=OUTGOING"),
    before: {
      status: 200,
      body: {
        values: [outgoing(pull.id, "OTHER")],
        isLastPage: true,
      },
    },
  });
  expect(await connect(scene).findPullRequest(branch)).toBeNull();
});

function outgoing(id: number, key: string) {
  const ref = (name: string, projectKey: string) => ({
    id: `refs/heads/${name}`,
    displayId: name,
    repository: { id: 1, slug: "docs", project: { key: projectKey } },
  });
  const links = { self: [{ href: "https://bb.example.com/1" }] };
  return {
    id,
    version: 0,
    title: "",
    state: "OPEN",
    fromRef: ref(branch, "ACME"),
    toRef: ref("main", key),
    links,
  };
}

test("a comment is found again behind 120 others, and changed though its answer was lost", async () => {
  const { pulls } = await start();
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  await connect(scene).comment(number, { topic: "one", body: "First." });
  for (let at = 1; at <= 120; at += 1) {
    scene.say!({ kind: "comment", number, author: "writer", text: `Comment ${at}` });
  }
  scene.fail({ when: ({ method }) => method === "PUT", after: "drop" });
  await connect(scene).comment(number, { topic: "one", body: "Second." });
  expect(pulls[0]!.comments).toHaveLength(121);
  expect(pulls[0]!.comments[0]).toMatchObject({ version: 1 });
  expect(pulls[0]!.comments[0]!.text).toMatch(/^Second\.\n\n\[\/\/\]: # \(copydesk:topic=one\)$/);
});
