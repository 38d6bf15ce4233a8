import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { newId } from "../helpers/code-hosts/gitea-state.ts";
import { connect } from "./pull-request-draft.ts";

describe.each(["gitea", "forgejo"] as const)("%s", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;

  beforeEach(async () => {
    scene = await scenes.start();
  });
  afterEach(() => scene.close());
  afterAll(() => scenes.close());

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
});
