import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  expectWhole,
  openScenes,
  page,
  parents,
  type SceneKind,
  sceneKinds,
} from "../../../test/helpers/follow-up-scene.ts";
import { git } from "../../../test/helpers/git-fixture.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { findBaseNow } from "./find-base-now.ts";

const scenes = openScenes();
afterEach(() => scenes.clear());
afterAll(() => scenes.remove());

/** A scene, and the question about its base branch. */
async function start(kind: SceneKind) {
  const scene = await scenes.create(kind);
  const { baseCommit } = scene.options.recorded;
  const ask = (changes: { baseRef?: string; baseCommit?: string } = {}) =>
    findBaseNow({ ...scene.options, baseRef: "main", baseCommit, ...changes });
  return { ...scene, ask };
}

/** Renames as a host does: the branch moves to its new name, and HEAD follows. */
async function rename(bare: string, to: string): Promise<void> {
  await git(bare, ["branch", "--move", "main", to]);
  await git(bare, ["symbolic-ref", "HEAD", `refs/heads/${to}`]);
}

describeVariants(sceneKinds, "findBaseNow by %s", (kind) => {
  it("returns the same name while that branch exists, whatever happened to HEAD and its history", async () => {
    const { ask, bare } = await start(kind);
    expect(await ask()).toBe("main");
    await git(bare, ["branch", "trunk", "main"]);
    await git(bare, ["symbolic-ref", "HEAD", "refs/heads/trunk"]);
    expect(await ask({ baseCommit: "1".repeat(40) })).toBe("main");
  });

  it("follows a rename, even if the branch has moved on since", async () => {
    const { ask, bare, moveBase } = await start(kind);
    await moveBase({ "c.md": "c\n" });
    await moveBase({ "d.md": "d\n" });
    await rename(bare, "trunk");
    expect(await ask()).toBe("trunk");
  });

  it("names the branches if HEAD's does not contain the base commit", async () => {
    const { ask, bare } = await start(kind);
    await rename(bare, "trunk");
    await expect(ask({ baseCommit: "1".repeat(40) })).rejects.toMatchObject({
      code: "ref_not_found",
      message: expect.stringMatching(/has no branch "main"\. Its branches: copydesk\/job1, trunk\.$/),
    });
  });

  it("names the branches if HEAD still names the deleted one", async () => {
    const { ask, bare } = await start(kind);
    await git(bare, ["update-ref", "-d", "refs/heads/main"]);
    await expect(ask()).rejects.toMatchObject({
      code: "ref_not_found",
      details: { branches: ["copydesk/job1"] },
    });
  });
});

describe("startFollowUp", () => {
  it("continues over a base branch that was renamed and has moved on", async () => {
    const { options, bare, moveBase, finish } = await start("http");
    const baseCommit = await moveBase({ "a.md": page({ 20: "twenty" }) });
    await rename(bare, "trunk");
    const begun = await startFollowUp(options);
    expect(begun).toMatchObject({ how: "rebased", baseRef: "trunk", baseCommit, note: null });
    const commit = await finish(begun);
    await expectWhole(bare, commit);
    expect(await parents(bare, begun.startCommit)).toEqual([baseCommit]);
  });

  it("continues over a rename even if the branch was merged or deleted meanwhile", async () => {
    const { options, bare } = await start("path");
    await rename(bare, "trunk");
    const merged = await startFollowUp({ ...options, pullRequest: "merged" });
    expect(merged).toMatchObject({ how: "fresh", baseRef: "trunk" });
    await git(bare, ["update-ref", "-d", "refs/heads/copydesk/job1"]);
    expect(await startFollowUp(options)).toMatchObject({ how: "restored", baseRef: "trunk" });
  });

  it("names the branches if the base branch is gone for good", async () => {
    const { options, bare } = await start("path");
    await git(bare, ["update-ref", "-d", "refs/heads/main"]);
    await expect(startFollowUp(options)).rejects.toMatchObject({ code: "ref_not_found" });
  });
});
