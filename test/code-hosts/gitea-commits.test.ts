import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { git } from "../helpers/git-fixture.ts";
import { branch } from "./pull-request-draft.ts";

describe.each(["gitea", "forgejo"] as const)("commits through the API of %s", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;

  beforeEach(async () => {
    scene = await scenes.start();
  });
  afterEach(() => scene.close());
  afterAll(() => scenes.close());

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
