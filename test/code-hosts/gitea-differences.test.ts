import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { markBody } from "../../src/code-hosts/marked-body.ts";
import type { PullRequestDraft } from "../../src/code-hosts/types.ts";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { addPull, type GiteaPull, newId } from "../helpers/code-hosts/gitea-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { git } from "../helpers/git-fixture.ts";
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

  describe("whoAmI", () => {
    test.each([
      ["read:user", "read:user"],
      ["write:issue", "write:issue"],
      ["write:repository", "read:repository"],
    ])("a token without %s is told so by that name, and nothing is written", async (scope, named) => {
      scene.state.scopes.delete(scope);
      const { missing } = await connect(scene).whoAmI();
      expect(missing).toContain(scope);
      expect(missing).toContain(named);
      expect(scene.pullRequests()).toEqual([]);
    });

    test("without the right to push that is told", async () => {
      scene.state.permissions.set("bot", "read");
      expect((await connect(scene).whoAmI()).missing).toEqual([expect.stringContaining("Write")]);
    });

    test("a repository without pull requests is told", async () => {
      scene.state.takesPullRequests = false;
      expect((await connect(scene).whoAmI()).missing).toEqual([expect.stringContaining("Pull Requests")]);
    });

    test("a repository that the owner of the token does not see is no identity", async () => {
      scene.state.permissions.set("bot", "none");
      await expect(connect(scene).whoAmI()).rejects.toMatchObject({ code: "code_host_refused" });
    });
  });

  describe("who may push", () => {
    const canWrite = (login: string) => scene.module.connect(scene.options()).canWrite(login);

    test("an administrator is told by the host", async () => {
      scene.state.permissions.set("bot", "admin");
      scene.state.teams!.push({ name: "readers", permission: "read", units: {}, members: ["reader"] });
      expect(await canWrite("writer")).toBe(true);
      expect(await canWrite("reader")).toBe(false);
      expect(await canWrite("nobody-here")).toBe(false);
      expect(scene.requests.map(({ path }) => path)).not.toContain("/api/v1/repos/acme/docs/assignees");
    });

    test("of a person's repository it is told by who can be assigned", async () => {
      scene.state.teams = null;
      expect(await canWrite("acme")).toBe(true);
      expect(await canWrite("writer")).toBe(true);
      expect(await canWrite("reader")).toBe(false);
    });

    test("where teams can be assigned that cannot push, only an administrator is believed", async () => {
      const units = { "repo.issues": "write", "repo.code": "read" };
      scene.state.teams!.push({ name: "triage", permission: "none", units, members: ["reader"] });
      await expect(canWrite("reader")).rejects.toMatchObject({
        code: "code_host_forbidden",
        message: expect.stringContaining("Only admins can query all permissions"),
      });
      expect(await canWrite("nobody-here")).toBe(false);
    });

    test("a team that can push the code counts by that alone", async () => {
      const units = { "repo.code": "write" };
      scene.state.teams!.push({ name: "editors", permission: "none", units, members: ["reader"] });
      expect(await canWrite("reader")).toBe(true);
    });
  });

  describe("forks", () => {
    test("a fork under another name is found and taken", async () => {
      const { state } = scene;
      const folder = scene.gitFolder;
      const fork = { id: newId(state), owner: "bot", name: "docs-fork", folder, parent: state.repository };
      state.forks.push(fork);
      expect((await scene.module.connect(scene.options()).ensureFork!()).repository).toBe(
        scene.repository.replace("acme/docs.git", "bot/docs-fork.git"),
      );
    });

    test("another repository with the name makes the fork's name longer", async () => {
      scene.state.strangers.add("bot/docs");
      expect((await scene.module.connect(scene.options()).ensureFork!()).repository).toBe(
        scene.repository.replace("acme/docs.git", "bot/acme-docs.git"),
      );
    });

    test("a fork whose making was not answered is found", async () => {
      scene.fail({ when: ({ method }) => method === "POST", after: "drop" });
      expect((await scene.module.connect(scene.options()).ensureFork!()).owner).toBe("bot");
      expect(scene.state.forks).toHaveLength(1);
    });
  });

  describe("comments", () => {
    test("a person's quotation of the mark is not written over", async () => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      await host.comment(number, { topic: "one", body: "Said." });
      const { comments } = scene.state.pulls[0]!;
      const quoted = comments[0]!.body.replace(/^/gm, "> ");
      comments.unshift({ id: newId(scene.state), author: "writer", body: `${quoted}\n\nWhy?` });
      await host.comment(number, { topic: "one", body: "Said again." });
      expect(scene.pullRequests()[0]!.comments).toEqual([
        expect.stringContaining("Why?"),
        expect.stringContaining("Said again."),
      ]);
    });
  });

  describe("commits through the API", () => {
    const files = [
      { path: "docs/deep/new page.md", content: Buffer.from("# New\n") },
      { path: "index.md", content: Buffer.from("# Changed\n") },
    ];
    const commit = async (more: object = {}) => {
      const parent = await git(scene.gitFolder, ["rev-parse", "main"]);
      const made = { branch, parent, message: "Add a page\n\nCopydesk-Job: job_1", files, ...more };
      return await scene.module.connect(scene.options()).commitFiles!(made);
    };
    const show = (what: string) => git(scene.gitFolder, ["show", `${branch}:${what}`]);

    test("new, changed and deleted files are in one commit with the message", async () => {
      await commit();
      expect(await show("docs/deep/new page.md")).toBe("# New");
      expect(await show("index.md")).toBe("# Changed");
      expect(await git(scene.gitFolder, ["log", "--format=%B", `main..${branch}`])).toBe(
        "Add a page\n\nCopydesk-Job: job_1",
      );
      const parent = await git(scene.gitFolder, ["rev-parse", branch]);
      await commit({ parent, files: [{ path: "docs/deep/new page.md", content: null }] });
      expect(await git(scene.gitFolder, ["ls-tree", "-r", "--name-only", branch])).toBe("index.md");
    });

    test("asked for once more, it is the commit that is there", async () => {
      const made = await commit();
      expect(await commit()).toBe(made);
      expect(await git(scene.gitFolder, ["rev-list", "--count", `main..${branch}`])).toBe("1");
    });

    test("an answer that was lost costs no second commit", async () => {
      const isCommit = ({ method, path }: { method: string; path: string }) =>
        method === "POST" && path.endsWith("/contents");
      scene.fail({ when: isCommit, after: "drop" });
      await commit();
      expect(await git(scene.gitFolder, ["rev-list", "--count", `main..${branch}`])).toBe("1");
    });

    test("two workers at once make one commit", async () => {
      const made = await Promise.allSettled([commit(), commit()]);
      expect(made.some(({ status }) => status === "fulfilled")).toBe(true);
      expect(await git(scene.gitFolder, ["rev-list", "--count", `main..${branch}`])).toBe("1");
    });

    test("a branch that somebody else has changed is push_rejected", async () => {
      await pushBranchTo(scene.gitFolder, branch);
      await expect(commit()).rejects.toMatchObject({ code: "push_rejected" });
    });

    test("a commit between looking and writing is not passed over", async () => {
      const parent = await git(scene.gitFolder, ["rev-parse", "main"]);
      await git(scene.gitFolder, ["update-ref", `refs/heads/${branch}`, parent]);
      const real = scene.options().fetch;
      const options = scene.options({
        async fetch(url, init) {
          if (init?.method === "POST") await pushOther();
          return await real(url, init);
        },
      });
      const pushOther = async () => {
        const tree = await git(scene.gitFolder, ["rev-parse", `${branch}^{tree}`]);
        const other = await git(scene.gitFolder, ["commit-tree", tree, "-p", branch, "-m", "other"]);
        await git(scene.gitFolder, ["update-ref", `refs/heads/${branch}`, other]);
      };
      const made = { branch, parent, message: "m", files };
      await expect(scene.module.connect(options).commitFiles!(made)).rejects.toMatchObject({
        code: "push_rejected",
      });
    });
  });
});
