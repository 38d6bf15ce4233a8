import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { markBody } from "../../src/code-hosts/marked-body.ts";
import type { PullRequestDraft } from "../../src/code-hosts/types.ts";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { addPull, type GiteaPull, newComment, newId } from "../helpers/code-hosts/gitea-state.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

describe.each(["gitea", "forgejo"] as const)("%s", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;

  beforeEach(async () => {
    scene = await scenes.start();
  });
  afterEach(() => scene.close());
  afterAll(() => scenes.close());

  const own = (pull: Partial<GiteaPull>): GiteaPull => {
    const { state } = scene;
    const made = {
      author: "bot",
      title: "t",
      body: "",
      base: "main",
      head: branch,
      headRepository: state.repository,
    };
    return Object.assign(addPull(state, { ...made, ...pull }), pull);
  };

  describe("finding", () => {
    test("a closed pull request of the same two branches does not hide the open one", async () => {
      const draft = await makeDraft(scene);
      own({ state: "closed" });
      scene.fail({ when: ({ method }) => method === "POST", after: "drop" });
      const opened = await connect(scene).openPullRequest(draft);
      expect(opened.number).toBe(2);
      expect(scene.pullRequests().map(({ state }) => state)).toEqual(["closed", "open"]);
    });

    test("an instance with smaller pages than asked for is read to its end", async () => {
      scene.state.pageMax = 10;
      const { number } = own({});
      for (let at = 0; at < 45; at += 1) own({ head: `other-${at}` });
      expect(await connect(scene).findPullRequest(branch)).toMatchObject({ number });
    });

    test("the branch of somebody else's fork with the same name is not the job's", async () => {
      const fork = { id: newId(scene.state), owner: "writer", name: "docs", folder: scene.gitFolder };
      own({ headRepository: { ...fork, parent: scene.state.repository } });
      expect(await connect(scene).findPullRequest(branch)).toBeNull();
    });

    test("the branch is told also when it is gone", async () => {
      const { number } = own({ head: "copydesk/job_gone", state: "closed", merged: true });
      expect(await connect(scene).getPullRequest(number)).toMatchObject({
        branch: "copydesk/job_gone",
        state: "merged",
      });
    });
  });

  describe("opening and updating", () => {
    test("a missing head is the host's own 404, and a hidden repository is not taken for a missing base", async () => {
      const draft = await makeDraft(scene);
      await expect(
        connect(scene).openPullRequest({ ...draft, branch: "copydesk/job_not_there" }),
      ).rejects.toMatchObject({ code: "code_host_refused", details: { status: 404 } });
      scene.state.permissions.set("bot", "none");
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
        code: "code_host_refused",
        details: { status: 404 },
      });
    });

    test("a branch proposed to itself is refused in the host's words", async () => {
      const draft = { ...(await makeDraft(scene)), branch: "main" };
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
        code: "code_host_refused",
        message: expect.stringContaining("There are no changes between the head and the base"),
      });
    });

    test("the sign of a draft is kept as people wrote it", async () => {
      const host = connect(scene);
      const draft = await makeDraft(scene, { draft: true });
      const { number } = await host.openPullRequest(draft);
      expect(scene.pullRequests()[0]!.title).toBe(`WIP: ${draft.title}`);
      scene.editPullRequest(number, { title: `[WIP] ${draft.title}` });
      await host.updatePullRequest(number, { ...draft, title: "Another" });
      expect(scene.pullRequests()[0]!.title).toBe("[WIP] Another");
    });

    test("a new base that is gone is ref_not_found, one that has a pull request already the host's refusal", async () => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      await expect(host.updatePullRequest(number, { ...draft, baseRef: "gone" })).rejects.toMatchObject({
        code: "ref_not_found",
      });
      own({ base: "next" });
      await expect(host.updatePullRequest(number, { ...draft, baseRef: "next" })).rejects.toMatchObject({
        code: "code_host_refused",
        message: expect.stringContaining("pull request already exists for these targets"),
      });
    });

    test("a merged pull request is not moved to another base", async () => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      await scene.merge(number);
      const before = writes(scene).length;
      await host.updatePullRequest(number, { ...draft, baseRef: "next" });
      expect(writes(scene)).toHaveLength(before);
    });

    test("an adopted one that has all that is asked for is left alone", async () => {
      const draft = await makeDraft(scene, {
        labels: ["docs"],
        assignees: ["writer"],
        reviewers: ["reviewer"],
      });
      const body = markBody(draft, { charactersMax: 1_000_000 });
      own({ title: draft.title, body, labels: [11], assignees: ["writer"], reviewers: ["reviewer"] });
      await connect(scene).openPullRequest(draft);
      expect(writes(scene).map(({ path }) => path)).toEqual(["/api/v1/repos/acme/docs/pulls"]);
    });
  });

  describe("labels and people", () => {
    const open = async (more: Partial<PullRequestDraft>) => {
      await connect(scene).openPullRequest(await makeDraft(scene, more));
      return scene.pullRequests().at(-1)!;
    };

    test("a label is found by its name in any case on the last of many pages, and not made again", async () => {
      for (let at = 0; at < 130; at += 1) {
        scene.state.labels.push({ id: newId(scene.state), name: `label ${at}`, ofOrganisation: false });
      }
      scene.state.labels.push({ id: newId(scene.state), name: "Last/One", ofOrganisation: false });
      expect((await open({ labels: ["last/one"] })).labels).toEqual(["Last/One"]);
    });

    test("a label that is nowhere is made", async () => {
      expect((await open({ labels: ["brand new", "docs"] })).labels.toSorted()).toEqual([
        "brand new",
        "docs",
      ]);
    });

    test("a label of the organisation is taken where the token may read it, and otherwise made", async () => {
      const { state } = scene;
      state.labels.push({ id: 900, name: "house", ofOrganisation: true });
      state.scopes.add("read:organization");
      await open({ labels: ["house"] });
      expect(state.pulls[0]!.labels).toEqual([900]);
      state.scopes.delete("read:organization");
      await open({ labels: ["house"], branch: "copydesk/job_two" });
      expect(state.pulls[1]!.labels).not.toContain(900);
      expect(scene.pullRequests()[1]!.labels).toEqual(["house"]);
    });

    test("without the scope for labels the pull request is open all the same", async () => {
      scene.state.scopes.delete("write:issue");
      expect(await open({ labels: ["docs"], assignees: ["writer"] })).toMatchObject({
        state: "open",
        labels: [],
        assignees: ["writer"],
      });
    });

    test("a team is asked for a review by its name", async () => {
      scene.state.teams!.push({ name: "editors", permission: "write", units: {}, members: ["writer"] });
      expect((await open({ reviewers: ["team:editors", "team:nobody", "bot"] })).reviewers).toEqual([
        "team:editors",
      ]);
    });

    test("assignees that people have set stay", async () => {
      const draft = await makeDraft(scene, { assignees: ["writer"] });
      own({ assignees: ["reviewer"] });
      await connect(scene).openPullRequest(draft);
      expect(scene.pullRequests()[0]!.assignees).toEqual(["reviewer", "writer"]);
    });
  });

  describe("where the instance is", () => {
    test("below a path it is found by the repository's own address", async () => {
      const below = await scenes.start({ base: "/forge" });
      try {
        const opened = await connect(below).openPullRequest(await makeDraft(below));
        expect(opened.url).toMatch(/\/forge\/acme\/docs\/pulls\/1$/);
        expect((await below.module.connect(below.options()).ensureFork!()).repository).toBe(
          below.repository.replace("/acme/", "/bot/"),
        );
      } finally {
        await below.close();
      }
    });

    test.each(["git@forge.example.com:acme/docs.git", "ssh://git@forge.example.com:2222/acme/docs.git"])(
      "with the ssh address %s it is where the project says",
      async (repository) => {
        const options = scene.options({ repository, apiUrl: scene.apiUrl });
        const connection = scene.module.connect(options);
        expect(await connection.pullRequests.getPullRequest(1)).toBeNull();
        expect(await connection.ensureFork!()).toEqual({
          owner: "bot",
          repository: repository.replace("acme", "bot"),
        });
      },
    );

    test("without a token nothing is asked", () => {
      expect(() => scene.module.connect(scene.options({ credentials: {} }))).toThrow(
        expect.objectContaining({ code: "invalid_configuration" }),
      );
    });

    test("an OAuth token is sent as one", async () => {
      const credentials = { token: scene.state.token, tokenKind: "oauth" } as const;
      await scene.module.connect(scene.options({ credentials })).pullRequests.whoAmI();
      expect(scene.requests[0]!.headers.authorization).toBe(`Bearer ${scene.state.token}`);
    });

    test("a repository that has moved is told with its new address", async () => {
      const location = `${scene.apiUrl}/repositories/7/pulls/1`;
      scene.fail({ before: { status: 307, headers: { location } } });
      await expect(connect(scene).getPullRequest(1)).rejects.toMatchObject({
        code: "code_host_refused",
        message: expect.stringContaining(location),
      });
    });
  });

  describe("comments", () => {
    test("a person's quotation of the mark is not written over", async () => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      await host.comment(number, { topic: "one", body: "Said." });
      const { comments } = scene.state.pulls[0]!;
      const quoted = comments[0]!.body.replace(/^/gm, "> ");
      comments.unshift(newComment(scene.state, "writer", `${quoted}\n\nWhy?`));
      await host.comment(number, { topic: "one", body: "Said again." });
      expect(scene.pullRequests()[0]!.comments).toEqual([
        expect.stringContaining("Why?"),
        expect.stringContaining("Said again."),
      ]);
    });
  });
});
