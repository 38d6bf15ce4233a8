import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type GitlabScene, prepareGitlabScenes } from "../helpers/code-hosts/gitlab-scene.ts";
import { addMergeRequest } from "../helpers/code-hosts/gitlab-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { skipUnless } from "../helpers/skip-unless.ts";

// Requests as the host's documentation writes them, without any client: the adapter and its fake may not
// agree in an error.

const scenes = await prepareGitlabScenes();
let scene: GitlabScene;

afterEach(() => {
  // Wrong requests are what is asked here.
  scene.problems.length = 0;
  return scene.close();
});
afterAll(() => scenes.close());

const branch = "copydesk/job_one";

async function start(isDescribed: boolean) {
  scene = await scenes.start({ isDescribed });
  await pushBranchTo(scene.gitFolder, branch);
  return scene;
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${scene.apiUrl}/${path}`, {
    method,
    headers: { "private-token": scene.state.token, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

const project = "projects/acme%2Fdocs";
const mergeRequests = `${project}/merge_requests`;
const whole = { source_branch: branch, target_branch: "main", title: "Explain the limit" };
const open = (more: object = {}) => ask("POST", mergeRequests, { ...whole, ...more });

describe.each([
  ["with the description", true],
  ["without the description", false],
])("the fake of GitLab %s", (_, isDescribed) => {
  test.each<[string, object, number]>([
    ["a field that is not known", { ...whole, reviewers: ["writer"] }, 400],
    ["a misspelt field", { ...whole, descripton: "x" }, 400],
    ["a number as the title", { ...whole, title: 7 }, 400],
    ["a text as the target project", { ...whole, target_project_id: "acme/docs" }, 400],
    ["names as reviewers", { ...whole, reviewer_ids: ["writer"] }, 400],
    ["a text as a flag", { ...whole, remove_source_branch: "no way" }, 400],
    ["no title", { source_branch: branch, target_branch: "main" }, 400],
    ["a blank title", { ...whole, title: "  " }, 400],
    ["a title of 256 characters", { ...whole, title: "x".repeat(256) }, 400],
    ["no source branch", { title: "x", target_branch: "main" }, 400],
    ["no target branch", { title: "x", source_branch: branch }, 400],
    ["a source branch that is not there", { ...whole, source_branch: "gone" }, 400],
    ["a target branch that is not there", { ...whole, target_branch: "gone" }, 400],
    ["the same branch twice", { ...whole, target_branch: branch }, 422],
    ["a target project that is not there", { ...whole, target_project_id: 987 }, 404],
    ["a list instead of an object", [whole], 400],
  ])("refuses %s and opens nothing", async (_what, body, status) => {
    await start(isDescribed);
    const answer = await ask("POST", mergeRequests, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      [answer.body.error === undefined ? "message" : "error"]: expect.anything(),
    });
    expect(scene.pullRequests()).toEqual([]);
  });

  test("opens what has the three required fields, and gives the documented fields", async () => {
    await start(isDescribed);
    const { status, body } = await open();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      iid: 1,
      state: "opened",
      source_branch: branch,
      target_branch: "main",
      title: "Explain the limit",
      description: "",
      draft: false,
      labels: [],
      author: { username: "bot" },
      web_url: "https://gitlab.example.com/acme/docs/-/merge_requests/1",
    });
  });

  test("refuses a second one of the same branches with 409 and a list, and takes another target", async () => {
    await start(isDescribed);
    await open();
    const second = await open({ title: "Again" });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      message: ["Another open merge request already exists for this source branch: !1"],
    });
    expect((await open({ target_branch: "next" })).status).toBe(201);
    scene.closePullRequest(1);
    expect((await open()).status).toBe(201);
  });

  test("takes lists and texts with commas alike, makes unknown labels and leaves unknown people out", async () => {
    await start(isDescribed);
    await open();
    const asText = await ask("PUT", `${mergeRequests}/1`, { labels: "docs, new one", reviewer_ids: "3,99" });
    expect(asText.body).toMatchObject({ labels: ["docs", "new one"], reviewers: [{ username: "writer" }] });
    const asList = await ask("PUT", `${mergeRequests}/1`, { add_labels: ["x"], reviewer_ids: [5] });
    expect(asList.body).toMatchObject({
      labels: ["docs", "new one", "x"],
      reviewers: [{ username: "reviewer" }],
    });
  });

  test("refuses an update without a field, and of one that is not there", async () => {
    await start(isDescribed);
    await open();
    expect(await ask("PUT", `${mergeRequests}/1`, {})).toMatchObject({ status: 400 });
    expect(await ask("PUT", `${mergeRequests}/2`, { title: "x" })).toMatchObject({ status: 404 });
  });

  test("tells a draft by its title", async () => {
    await start(isDescribed);
    expect((await open({ title: "Draft: x" })).body).toMatchObject({ draft: true, work_in_progress: true });
    expect((await ask("PUT", `${mergeRequests}/1`, { title: "x" })).body).toMatchObject({ draft: false });
  });

  test("does what a quick action says", async () => {
    await start(isDescribed);
    await open({ description: "Words.\n/label ~automated\n/close\nMore." });
    expect(scene.pullRequests()[0]).toMatchObject({
      state: "closed",
      labels: ["automated"],
      body: "Words.\nMore.",
    });
  });

  test.each<[string, (state: GitlabScene["state"]) => Record<string, string>, number]>([
    ["without a token", () => ({ "private-token": "" }), 401],
    ["with another token", () => ({ "private-token": "glpat-other" }), 401],
    [
      "with its token as another kind",
      ({ token }) => ({ "private-token": "", authorization: `token ${token}` }),
      401,
    ],
    [
      "with its token as a bearer's",
      ({ token }) => ({ "private-token": "", authorization: `Bearer ${token}` }),
      200,
    ],
  ])("answers a request %s", async (_what, headers, status) => {
    const { state } = await start(isDescribed);
    const answer = await ask("GET", "user", undefined, headers(state));
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body).toEqual({ message: "401 Unauthorized" });
  });

  test("refuses what the scopes do not allow, and names the one that would", async () => {
    const { state } = await start(isDescribed);
    state.scopes = new Set(["read_api"]);
    expect((await ask("GET", project)).status).toBe(200);
    expect(await open()).toMatchObject({ status: 403, body: { error: "insufficient_scope", scope: "api" } });
    state.scopes = new Set(["write_repository"]);
    expect((await ask("GET", "user")).status).toBe(403);
    expect((await ask("GET", "personal_access_tokens/self")).body).toMatchObject({
      scopes: ["write_repository"],
    });
  });

  test("refuses what the role does not allow", async () => {
    const { state } = await start(isDescribed);
    state.levels.set("bot", { level: 20, by: "project" });
    expect(await open()).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  });

  test("gives 20 of a list, at most 100, with links that name the instance's own address", async () => {
    await start(isDescribed);
    for (let at = 0; at < 130; at += 1)
      scene.seedPullRequest({ head: `x-${at}`, base: "main", title: "x", body: "" });
    const first = await ask("GET", `${mergeRequests}?state=opened`);
    expect(first.body).toHaveLength(20);
    expect(first.body[0].iid).toBe(130);
    expect(first.headers.get("x-next-page")).toBe("2");
    expect(first.headers.get("x-total")).toBe("130");
    expect(first.headers.get("link")).toContain(
      '<https://gitlab.example.com/api/v4/projects/acme%2Fdocs/merge_requests?page=2&per_page=20&state=opened>; rel="next"',
    );
    const last = await ask("GET", `${mergeRequests}?per_page=1000&page=2`);
    expect(last.body).toHaveLength(30);
    expect(last.headers.get("x-next-page")).toBe("");
    expect(last.headers.get("link")).not.toContain('rel="next"');
  });

  test("answers 304 to the tag of the last answer", async () => {
    await start(isDescribed);
    await open();
    const { headers } = await ask("GET", `${mergeRequests}/1`);
    const again = { "if-none-match": headers.get("etag")! };
    expect((await ask("GET", `${mergeRequests}/1`, undefined, again)).status).toBe(304);
    await ask("PUT", `${mergeRequests}/1`, { title: "New" });
    expect((await ask("GET", `${mergeRequests}/1`, undefined, again)).status).toBe(200);
  });

  test("tells a project by its encoded path or number, and nothing of another one", async () => {
    await start(isDescribed);
    expect((await ask("GET", "projects/41")).body).toMatchObject({ path_with_namespace: "acme/docs" });
    expect((await ask("GET", "projects/acme/docs")).status).toBe(404);
    expect(await ask("GET", "projects/acme%2Fother")).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("lets a note be changed by its author only, and takes no blank one", async () => {
    const { state } = await start(isDescribed);
    await open();
    const notes = `${mergeRequests}/1/notes`;
    const { status, body } = await ask("POST", notes, { body: "Words." });
    expect(status).toBe(201);
    expect((await ask("PUT", `${notes}/${body.id}`, { body: "Other." })).body).toMatchObject({
      body: "Other.",
    });
    expect((await ask("POST", notes, { body: " " })).status).toBe(400);
    expect((await ask("POST", notes, { text: "x" })).status).toBe(400);
    state.mergeRequests[0]!.notes[0]!.author = state.users[1]!;
    expect((await ask("PUT", `${notes}/${body.id}`, { body: "Mine." })).status).toBe(403);
  });

  test("copies a fork in the background, has one of a name only, and proposes its branch", async () => {
    await start(isDescribed);
    const { status, body } = await ask("POST", `${project}/fork`, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({ path_with_namespace: "bot/docs", import_status: "scheduled" });
    expect(await ask("POST", `${project}/fork`, {})).toMatchObject({ status: 409 });
    const states: string[] = [];
    for (let at = 0; at < 3; at += 1)
      states.push((await ask("GET", `projects/${body.id}`)).body.import_status);
    expect(states).toEqual(["scheduled", "started", "finished"]);
    await pushBranchTo(scene.forkFolder, branch);
    const proposed = await ask("POST", `projects/${body.id}/merge_requests`, {
      ...whole,
      target_project_id: 41,
    });
    expect(proposed.body).toMatchObject({ iid: 1, source_project_id: body.id, target_project_id: 41 });
    expect((await open({ target_project_id: body.id })).status).toBe(422);
  });

  test("leaves one that is being merged out of the open ones", async () => {
    const { state } = await start(isDescribed);
    const source = { source: state.project, sourceBranch: branch, targetBranch: "main" };
    addMergeRequest(state, {
      author: state.users[0]!,
      title: "x",
      description: "",
      ...source,
      state: "locked",
    });
    expect((await ask("GET", `${mergeRequests}?state=opened`)).body).toEqual([]);
    expect((await ask("GET", mergeRequests)).body).toMatchObject([{ state: "locked" }]);
  });
});

const { description } = scenes;

describe(
  "the description as it is checked against",
  skipUnless(description !== null, "GitLab's description of its API is not here"),
  () => {
    const request = {
      operation: "postApiV4ProjectsIdMergeRequests",
      method: "POST",
      path: "/api/v4/projects/acme%2Fdocs/merge_requests",
      query: "",
      headers: { "content-type": "application/json" },
    };

    test.each<[string, object, boolean]>([
      ["the required fields", whole, true],
      ["labels as a text", { ...whole, labels: "a,b" }, true],
      ["labels as a list", { ...whole, labels: ["a"] }, true],
      ["an unknown field", { ...whole, reviewers: [] }, false],
      ["a wrong type", { ...whole, title: 7 }, false],
      ["no title", { source_branch: branch, target_branch: "main" }, false],
    ])("%s: taken %s", async (_what, body, isTaken) => {
      scene = await scenes.start();
      expect(description!.findRequestProblem({ ...request, body }) === null).toBe(isTaken);
    });

    test("an answer with a field that is not described, or of another type, is found", async () => {
      await start(true);
      const { body } = await open();
      const problemOf = (answer: object) => description!.findAnswerProblem(request.operation, 201, answer);
      expect(problemOf(body)).toBeNull();
      expect(problemOf({ ...body, merge_request_number: 1 })).toContain("additional");
      expect(problemOf({ ...body, iid: "1" })).toContain("integer");
    });
  },
);
