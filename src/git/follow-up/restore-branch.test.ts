import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  branch,
  expectWhole,
  forget,
  openScenes,
  page,
  parents,
  type Scene,
  sceneKinds,
  show,
} from "../../../test/helpers/follow-up-scene.ts";
import { commitAll, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { startFollowUp } from "./start-follow-up.ts";

const scenes = openScenes();
const scene = scenes.create;
afterEach(() => scenes.clear());
afterAll(() => scenes.remove());

describeVariants(sceneKinds, "startFollowUp with a deleted branch by %s", (kind) => {
  const note = `The branch ${branch} was deleted; the earlier change was restored from Copydesk's record.`;

  async function deleted(): Promise<Scene> {
    const made = await scene(kind);
    await git(made.bare, ["update-ref", "-d", `refs/heads/${branch}`]);
    return made;
  }

  it("restores the commit if the host still has it", async () => {
    const { options, bare, finish } = await deleted();
    const { baseCommit } = options.recorded;
    const recorded = { ...options.recorded, patch: null };
    const start = await startFollowUp({ ...options, recorded });
    expect(start).toMatchObject({ how: "restored", baseCommit, expectedRemoteCommit: null, note });
    await forget(bare);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five" }));
    expect(await parents(bare, start.startCommit)).toEqual([baseCommit]);
  });

  it("restores the change from the recorded patch, on the current base branch", async () => {
    const { options, bare, moveBase, finish, withNewMirror } = await deleted();
    await forget(bare);
    const baseCommit = await moveBase({ "a.md": page({ 20: "twenty" }) });
    const start = await startFollowUp(await withNewMirror());
    expect(start).toMatchObject({ how: "restored", baseCommit, conflicts: [], note });
    expect(await startFollowUp(options)).toEqual(start);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five", 20: "twenty" }));
  });

  it("restores the older state if the current base branch conflicts", async () => {
    const { options, bare, moveBase, finish } = await deleted();
    await forget(bare);
    await moveBase({ "a.md": page({ 5: "FIVE" }) });
    const start = await startFollowUp(options);
    const { baseCommit } = options.recorded;
    expect(start).toMatchObject({ how: "kept_on_old_base", baseCommit, conflicts: ["a.md"] });
    expect(start.note).toMatch(/was deleted and its earlier change was restored, but main conflicts/);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five" }));
  });

  it("starts afresh and says so if nothing can be restored", async () => {
    const { options, bare, moveBase, finish } = await deleted();
    await forget(bare);
    const { baseCommit } = options.recorded;
    const base = await moveBase({ "a.md": page({ 20: "twenty" }) });
    const cases = [
      { baseCommit, headCommit: "1".repeat(40), patch: null },
      { baseCommit, headCommit: null, patch: "no patch\n" },
      { baseCommit, headCommit: null, patch: options.recorded.patch!.replaceAll("line", "other") },
    ];
    const lost = `The branch ${branch} was deleted and its earlier change could not be restored, so this turn starts from main as it is now.`;
    for (const recorded of cases) {
      const start = await startFollowUp({ ...options, recorded });
      expect(start).toMatchObject({ how: "fresh", startCommit: base, baseCommit: base, note: lost });
    }
    const nothing = { baseCommit, headCommit: null, patch: null };
    const start = await startFollowUp({ ...options, recorded: nothing });
    expect(start).toMatchObject({ how: "fresh", startCommit: base, note: null });
    await expectWhole(bare, await finish(start));
  });

  it("merges a patch whose own base is gone, using the files that it was made for", async () => {
    const { options, bare, moveBase, finish } = await deleted();
    const baseCommit = await moveBase({ "a.md": page({ 7: "seven" }), "c.md": "c\n" });
    const recorded = { ...options.recorded, baseCommit: "1".repeat(40), headCommit: null };
    const start = await startFollowUp({ ...options, recorded });
    expect(start).toMatchObject({ how: "restored", baseCommit, note: null });
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five", 7: "seven" }));
    expect(await show(bare, commit, "c.md")).toBe("c\n");
  });

  it("restores again after a second deletion", async () => {
    const { options, bare, finish } = await deleted();
    const first = await startFollowUp(options);
    const headCommit = await finish(first);
    await git(bare, ["update-ref", "-d", `refs/heads/${branch}`]);
    const recorded = { ...options.recorded, headCommit };
    const second = await startFollowUp({ ...options, recorded });
    expect(second).toMatchObject({ how: "restored", note });
    await expectWhole(bare, await finish(second, { "later.md": "x\n" }));
    expect(await show(bare, second.startCommit, "next.md")).toBe("next\n");
  });

  describe("whose base was forgotten after a forced push", () => {
    /** Replaces the base branch with a new history of these files. */
    async function rewritten(files: Record<string, string>) {
      const made = await deleted();
      const { clone, bare } = made;
      await git(clone, ["checkout", "--quiet", "--orphan", "anew"]);
      await writeFiles(clone, files);
      const base = await commitAll(clone, "anew");
      await git(clone, ["push", "--quiet", "--force", "origin", "HEAD:main"]);
      await forget(bare);
      return { ...made, base };
    }

    it("applies the patch to the current base branch", async () => {
      const { options, bare, base, finish, withNewMirror } = await rewritten({
        "a.md": page({ 28: "twenty-eight" }),
      });
      const start = await startFollowUp(await withNewMirror());
      expect(start).toMatchObject({ how: "restored", baseCommit: base, note });
      await startFollowUp(options);
      const commit = await finish(start);
      await expectWhole(bare, commit);
      expect(await parents(bare, start.startCommit)).toEqual([base]);
      expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five", 28: "twenty-eight" }));
    });

    it("starts afresh if the current base branch has different text there", async () => {
      const { base, withNewMirror } = await rewritten({ "a.md": page({ 5: "FIVE" }) });
      const start = await startFollowUp(await withNewMirror());
      expect(start).toMatchObject({ how: "fresh", startCommit: base });
      expect(start.note).toContain("could not be restored");
    });

    it("starts afresh if the host would not accept the older state", async () => {
      const { options, bare, base, finish } = await rewritten({ "a.md": page({ 5: "FIVE" }) });
      const start = await startFollowUp(options);
      expect(start).toMatchObject({ how: "fresh", startCommit: base });
      await expectWhole(bare, await finish(start));
    });
  });
});
