import { giteaApi } from "gitea-js";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

describe.each(["gitea", "forgejo"] as const)("the fake of %s", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;

  beforeEach(async () => {
    scene = await scenes.start();
    await pushBranchTo(scene.gitFolder, branch);
  });
  afterEach(() => scene.close());
  afterAll(() => scenes.close());

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    authorization = `token ${scene.state.token}`,
  ): Promise<{ status: number; json: { message?: string; [name: string]: unknown }; headers: Headers }> {
    const response = await fetch(`${scene.apiUrl}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? {} : JSON.parse(text), headers: response.headers };
  }

  const repo = "/repos/acme/docs";
  const pull = { head: branch, base: "main", title: "A title", body: "A body" };

  test.each([
    ["no title", { ...pull, title: undefined }, "[Title]: Required"],
    ["no head", { ...pull, head: undefined }, "[Head]: Required"],
    ["an empty base", { ...pull, base: "" }, "[Base]: Required"],
    ["nothing", {}, "Required"],
    ["a field of another host", { ...pull, draft: true }, "[draft]: the field is not known"],
    ["labels by name", { ...pull, labels: ["docs"] }, "[labels]: json: cannot unmarshal"],
    ["a title that is no text", { ...pull, title: 7 }, "[title]: json: cannot unmarshal"],
    ["an unknown assignee", { ...pull, assignees: ["nobody-here"] }, "Assignee does not exist"],
    ["a reader as an assignee", { ...pull, assignees: ["reader"] }, "user does not have access to repo"],
    ["the base as its head", { ...pull, head: "main" }, "There are no changes between the head and the base"],
  ])("refuses to open a pull request with %s: 422", async (_, body, words) => {
    const { status, json } = await ask("POST", `${repo}/pulls`, body);
    expect({ status, message: json.message }).toEqual({
      status: 422,
      message: expect.stringContaining(words),
    });
    expect(json.url).toMatch(/\/api\/swagger$/);
    expect(scene.pullRequests()).toEqual([]);
  });

  test("takes reviewers with a new pull request where the host does", async () => {
    const { status } = await ask("POST", `${repo}/pulls`, { ...pull, reviewers: ["reviewer"] });
    expect(status).toBe(flavour === "gitea" ? 201 : 422);
  });

  test.each([
    ["a head", { ...pull, head: "not-there" }],
    ["a base", { ...pull, base: "not-there" }],
    ["a fork's owner", { ...pull, head: `writer:${branch}` }],
    ["a user", { ...pull, head: `nobody-here:${branch}` }],
  ])("does not find %s that is not there: 404", async (_, body) => {
    expect((await ask("POST", `${repo}/pulls`, body)).status).toBe(404);
  });

  test("refuses a second open pull request of the same branches: 409, and takes one to another base", async () => {
    expect((await ask("POST", `${repo}/pulls`, pull)).status).toBe(201);
    const { status, json } = await ask("POST", `${repo}/pulls`, pull);
    expect(status).toBe(409);
    expect(json.message).toMatch(/^pull request already exists for these targets \[id: \d+, issue_id: 1, /);
    expect((await ask("POST", `${repo}/pulls`, { ...pull, base: "next" })).status).toBe(201);
  });

  test("answers 201 to an edit, and refuses what cannot be edited", async () => {
    await ask("POST", `${repo}/pulls`, pull);
    const edit = (body: object) => ask("PATCH", `${repo}/pulls/1`, body);
    expect((await edit({ title: "Another" })).status).toBe(201);
    expect((await edit({ base: "not-there" })).status).toBe(404);
    expect((await edit({ assignees: ["nobody-here"] })).status).toBe(422);
    expect((await edit({ draft: false })).status).toBe(422);
    expect((await ask("PATCH", `${repo}/pulls/9`, { title: "x" })).status).toBe(404);
    await scene.merge(1);
    expect((await edit({ state: "open" })).status).toBe(412);
  });

  test("lets nobody in without the token, and nobody do what the token is not for", async () => {
    expect((await ask("GET", "/user", undefined, "")).status).toBe(401);
    expect((await ask("GET", "/user", undefined, "token other")).status).toBe(401);
    scene.state.scopes.delete("read:user");
    const { status, json } = await ask("GET", "/user");
    expect(status).toBe(403);
    expect(json.message).toMatch(/^token does not have at least one of required scope\(s\).*\[read:user\]/);
    scene.revokeCredentials();
    expect((await ask("GET", repo)).status).toBe(401);
  });

  test("tells a writer nothing about others' permissions", async () => {
    expect((await ask("GET", `${repo}/collaborators/bot/permission`)).json).toMatchObject({
      permission: "write",
    });
    expect((await ask("GET", `${repo}/collaborators/writer/permission`)).status).toBe(403);
  });

  test("gives a list by pages of 30, at most 50, and says where the others are", async () => {
    for (let at = 0; at < 120; at += 1) {
      scene.seedPullRequest({ head: `other-${at}`, base: "main", title: `other ${at}`, body: "" });
    }
    const first = await ask("GET", `${repo}/pulls`);
    expect(first.json).toHaveLength(30);
    expect(first.headers.get("x-total-count")).toBe("120");
    expect(first.headers.get("link")).toMatch(/page=2>; rel="next",<.*page=4>; rel="last"$/);
    const last = await ask("GET", `${repo}/pulls?limit=100&page=3`);
    expect(last.json).toHaveLength(20);
    expect(last.headers.get("link")).toMatch(/rel="first",<.*page=2.*>; rel="prev"$/);
  });

  test("refuses files without or with the wrong id, and files that are there already", async () => {
    const change = (file: object) => ask("POST", `${repo}/contents`, { branch, message: "m", files: [file] });
    const content = Buffer.from("x").toString("base64");
    const path = "index.md";
    expect((await change({ operation: "create", path, content })).status).toBe(422);
    expect((await change({ operation: "update", path, content })).status).toBe(422);
    expect((await change({ operation: "update", path, content, sha: "0".repeat(40) })).status).toBe(422);
    expect((await change({ operation: "delete", path: "not-there", sha: "0".repeat(40) })).status).toBe(404);
    expect((await change({ operation: "create", path: "new", content: "§" })).status).toBe(422);
    expect((await change({ operation: "move", path: "new", content })).status).toBe(422);
  });

  test("holds itself to the host's description, where that is here", async () => {
    if (scenes.description === null) return;
    const { description } = scenes;
    const { json } = await ask("POST", `${repo}/pulls`, pull);
    expect(description.findAnswerProblem("repoGetPullRequest", 200, json)).toBeNull();
    expect(description.findAnswerProblem("repoGetPullRequest", 200, { ...json, number: "1" })).not.toBeNull();
    expect(
      description.findAnswerProblem("repoGetPullRequest", 200, { ...json, created_at: "now" }),
    ).not.toBeNull();
    const request = (body: object) => ({
      operation: "repoCreatePullRequest",
      method: "post",
      path: `${repo}/pulls`,
      query: "",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(description.findRequestProblem(request(pull))).toBeNull();
    expect(description.findRequestProblem(request({ ...pull, draft: true }))).not.toBeNull();
    const reviewers = description.findRequestProblem(request({ ...pull, reviewers: ["writer"] }));
    expect(reviewers === null).toBe(flavour === "gitea");
  });

  describe("to an independent client", () => {
    const client = () => giteaApi(scene.apiUrl.replace("/api/v1", ""), { token: scene.state.token }).repos;

    test("a pull request is what the adapter finds", async () => {
      const { data } = await client().repoCreatePullRequest("acme", "docs", pull);
      expect(await connect(scene).findPullRequest(branch)).toEqual({
        number: data.number,
        url: data.html_url,
        state: "open",
        branch,
      });
      await client().repoEditPullRequest("acme", "docs", data.number!, { state: "closed" });
      expect(await connect(scene).getPullRequest(data.number!)).toMatchObject({ state: "closed" });
    });

    test("what the adapter opens is a pull request with its text, labels and people", async () => {
      const more = {
        labels: ["docs", "new one"],
        reviewers: ["reviewer"],
        assignees: ["writer"],
        draft: true,
      };
      const draft = await makeDraft(scene, more);
      const { number } = await connect(scene).openPullRequest(draft);
      const { data } = await client().repoGetPullRequestByBaseHead("acme", "docs", "main", branch);
      expect(data).toMatchObject({
        number,
        state: "open",
        draft: true,
        base: { ref: "main" },
        head: { ref: branch },
      });
      expect(data.title).toBe(`WIP: ${draft.title}`);
      expect(data.body).toContain(draft.body);
      expect(data.labels?.map(({ name }) => name)).toEqual(["docs", "new one"]);
      expect(data.requested_reviewers?.map(({ login }) => login)).toEqual(["reviewer"]);
      expect(data.assignees?.map(({ login }) => login)).toEqual(["writer"]);
      const { data: all } = await client().repoListPullRequests("acme", "docs", { state: "open" });
      expect(all.map((one) => one.number)).toEqual([number]);
    });

    test("comments and labels are the adapter's own", async () => {
      const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
      await connect(scene).comment(number, { topic: "one", body: "Said." });
      const { data: said } = await client().issueGetComments("acme", "docs", number);
      expect(said.map(({ body }) => body)).toEqual([expect.stringContaining("Said.")]);
      await client().issueEditComment("acme", "docs", said[0]!.id!, {
        body: said[0]!.body!.replace("Said", "Edited"),
      });
      await connect(scene).comment(number, { topic: "one", body: "Said again." });
      expect(scene.pullRequests()[0]!.comments).toEqual([expect.stringContaining("Said again.")]);
      const { data: labels } = await client().issueListLabels("acme", "docs");
      await client().issueAddLabel("acme", "docs", number, { labels: labels.map(({ id }) => id!) as never });
      expect(scene.pullRequests()[0]!.labels).toEqual(["docs", "automated"]);
    });

    test("a refusal is the same as the adapter's", async () => {
      await client().repoCreatePullRequest("acme", "docs", pull);
      const refused = await client()
        .repoCreatePullRequest("acme", "docs", pull)
        .catch((answer: unknown) => answer);
      expect(refused).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining("already exists") },
      });
    });
  });
});
