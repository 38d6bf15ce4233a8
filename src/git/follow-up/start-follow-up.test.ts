import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  branch,
  expectWhole,
  openScenes,
  page,
  parents,
  sceneKinds,
  show,
} from "../../../test/helpers/follow-up-scene.ts";
import { commitAll, git } from "../../../test/helpers/git-fixture.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { startFollowUp } from "./start-follow-up.ts";

const scenes = openScenes();
const scene = scenes.create;
afterEach(() => scenes.clear());
afterAll(() => scenes.remove());

describeVariants(sceneKinds, "startFollowUp by %s", (kind) => {
  it("continues the branch while the base branch stays the same, also with other people's commits", async () => {
    const { options, bare, pushToBranch, finish, withNewMirror } = await scene(kind);
    const { baseCommit, headCommit } = options.recorded;
    const plain = { baseRef: "main", baseCommit, how: "continued", conflicts: [], note: null };
    expect(await startFollowUp(options)).toEqual({
      ...plain,
      startCommit: headCommit,
      expectedRemoteCommit: headCommit,
    });
    const person = await pushToBranch({ "b.md": "by a person\n" });
    const start = await startFollowUp(await withNewMirror());
    expect(start).toEqual({ ...plain, startCommit: person, expectedRemoteCommit: person });
    await startFollowUp(options);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await parents(bare, commit)).toEqual([person]);
  });

  it("rebuilds its own change on a base branch that has moved on", async () => {
    const { options, bare, moveBase, finish } = await scene(kind);
    const baseCommit = await moveBase({ "a.md": page({ 20: "twenty" }), "c.md": "c\n" });
    const start = await startFollowUp(options);
    expect(start).toMatchObject({ how: "rebased", baseCommit, conflicts: [], note: null });
    expect(start.expectedRemoteCommit).toBe(options.recorded.headCommit);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await parents(bare, start.startCommit)).toEqual([baseCommit]);
    expect(await show(bare, start.startCommit, "a.md")).toBe(page({ 5: "five", 20: "twenty" }));
    expect(await show(bare, commit, "c.md")).toBe("c\n");
    const said = await git(bare, ["show", "--no-patch", "--format=%an <%ae> %at %ct %s", start.startCommit]);
    expect(said).toBe("Copydesk <copydesk@localhost> 1700000000 1700000000 docs: change line 5");
  });

  it("makes the same commits again, also in another mirror", async () => {
    const { options, moveBase, pushToBranch, withNewMirror } = await scene(kind);
    await moveBase({ "a.md": page({ 20: "twenty" }) });
    const rebased = await startFollowUp(options);
    expect(await startFollowUp(options)).toEqual(rebased);
    expect(await startFollowUp(await withNewMirror())).toEqual(rebased);
    await pushToBranch({ "b.md": "by a person\n" });
    const merged = await startFollowUp(options);
    expect(merged.how).toBe("merged_base");
    expect(await startFollowUp(await withNewMirror())).toEqual(merged);
  });

  it("merges the base branch into other people's commits and rewrites none of them", async () => {
    const { options, bare, moveBase, pushToBranch, finish } = await scene(kind);
    const baseCommit = await moveBase({ "a.md": page({ 20: "twenty" }) });
    const person = await pushToBranch({ "b.md": "by a person\n" });
    const start = await startFollowUp(options);
    expect(start).toMatchObject({ how: "merged_base", baseCommit, expectedRemoteCommit: person, note: null });
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await parents(bare, start.startCommit)).toEqual([person, baseCommit]);
    expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five", 20: "twenty" }));
    expect(await show(bare, commit, "b.md")).toBe("by a person\n");
  });

  it("keeps other people's commits even after a turn of its own on top of them", async () => {
    const { options, bare, moveBase, pushToBranch, finish } = await scene(kind);
    const person = await pushToBranch({ "b.md": "by a person\n" });
    const ours = await finish(await startFollowUp(options));
    const recorded = { ...options.recorded, headCommit: ours };
    await moveBase({ "a.md": page({ 20: "twenty" }) });
    const start = await startFollowUp({ ...options, recorded });
    expect(start.how).toBe("merged_base");
    await expectWhole(bare, await finish(start, { "later.md": "x\n" }));
    expect(await git(bare, ["rev-list", branch])).toContain(person);
  });

  it("rebuilds several turns of its own as one commit", async () => {
    const { options, bare, moveBase, finish } = await scene(kind);
    const ours = await finish(await startFollowUp(options));
    const baseCommit = await moveBase({ "c.md": "c\n" });
    const recorded = { ...options.recorded, headCommit: ours };
    const start = await startFollowUp({ ...options, recorded });
    expect(start.how).toBe("rebased");
    await expectWhole(bare, await finish(start, { "later.md": "x\n" }));
    expect(await parents(bare, start.startCommit)).toEqual([baseCommit]);
    expect(await show(bare, start.startCommit, "next.md")).toBe("next\n");
  });

  it("continues a branch into which a person has already merged the base branch", async () => {
    const { options, bare, clone, moveBase, pushToBranch, finish } = await scene(kind);
    const baseCommit = await moveBase({ "a.md": page({ 20: "twenty" }) });
    await pushToBranch({ "b.md": "by a person\n" });
    await git(clone, ["merge", "--quiet", "--no-edit", "main"]);
    const head = await pushToBranchAgain(clone);
    const start = await startFollowUp(options);
    expect(start).toMatchObject({ how: "continued", baseCommit, startCommit: head, note: null });
    await expectWhole(bare, await finish(start));
  });

  it("finds the newest common commit, so that an older merge of the base does not conflict again", async () => {
    const { options, bare, clone, moveBase, pushToBranch, finish } = await scene(kind);
    await moveBase({ "a.md": page({ 20: "twenty" }) });
    await pushToBranch({ "b.md": "by a person\n" });
    await git(clone, ["merge", "--quiet", "--no-edit", "main"]);
    await pushToBranchAgain(clone);
    await pushToBranch({ "a.md": page({ 5: "five", 20: "twenty, said a person" }) });
    await moveBase({ "a.md": page({ 20: "twenty", 28: "twenty-eight" }) });
    const start = await startFollowUp(options);
    expect(start).toMatchObject({ how: "merged_base", conflicts: [] });
    const commit = await finish(start);
    await expectWhole(bare, commit);
    const merged = page({ 5: "five", 20: "twenty, said a person", 28: "twenty-eight" });
    expect(await show(bare, commit, "a.md")).toBe(merged);
  });

  it("starts afresh after a merge, whether the branch is still there or not", async () => {
    const { options, bare, moveBase, pushToBranch, finish } = await scene(kind);
    const baseCommit = await moveBase({ "a.md": page({ 5: "five", 7: "seven" }) });
    const merged = { ...options, pullRequest: "merged" as const };
    const note = "The pull request was merged, so this turn starts from main as it is now.";
    const fresh = { how: "fresh", baseCommit, startCommit: baseCommit, conflicts: [], note };
    expect(await startFollowUp(merged)).toMatchObject({
      ...fresh,
      expectedRemoteCommit: options.recorded.headCommit,
    });
    const person = await pushToBranch({ "b.md": "after the merge\n" });
    const replacing = await startFollowUp(merged);
    expect(replacing).toMatchObject({ startCommit: baseCommit, expectedRemoteCommit: person });
    expect(replacing.note).toContain(person.slice(0, 12));
    await git(bare, ["update-ref", "-d", `refs/heads/${branch}`]);
    const start = await startFollowUp(merged);
    expect(start).toMatchObject({ ...fresh, expectedRemoteCommit: null });
    await expectWhole(bare, await finish(start));
  });

  it.each(["squashed", "merged", "fast-forward"])(
    "starts afresh if the base already contains the change: %s by a person",
    async (way) => {
      const { options, bare, clone, moveBase } = await scene(kind);
      await moveBase(way === "fast-forward" ? {} : { "a.md": page({ 20: "twenty" }) });
      if (way === "fast-forward") await git(clone, ["reset", "--quiet", "--hard", `origin/${branch}`]);
      const flags = { squashed: ["--squash"], merged: ["--no-ff", "-m", "merge"], "fast-forward": [] }[way]!;
      await git(clone, ["merge", "--quiet", ...flags, `origin/${branch}`]);
      if (way === "squashed") await commitAll(clone, "squashed");
      await git(clone, ["push", "--quiet", "--force", "origin", "main"]);
      const baseCommit = await git(bare, ["rev-parse", "main"]);
      const start = await startFollowUp(options);
      expect(start).toMatchObject({ how: "fresh", baseCommit, startCommit: baseCommit });
      expect(start.note).toBe(
        "The branch main already contains the earlier change, so this turn starts from it.",
      );
    },
  );
});

/** Pushes what the clone has merged to the job's branch. */
async function pushToBranchAgain(clone: string): Promise<string> {
  await git(clone, ["push", "--quiet", "origin", branch]);
  return await git(clone, ["rev-parse", "HEAD"]);
}

describe("startFollowUp", () => {
  it("follows a page that the base branch has renamed", async () => {
    const { options, bare, clone, moveBase, finish } = await scene("path");
    await moveBase({});
    await git(clone, ["mv", "a.md", "guide.md"]);
    await moveBase({});
    const start = await startFollowUp(options);
    expect(start.how).toBe("rebased");
    expect(await show(bare, await finish(start), "guide.md")).toBe(page({ 5: "five" }));
  });

  it("uses HEAD's branch as the base if none is named, and holds the start in the mirror", async () => {
    const { options, moveBase } = await scene("path");
    await moveBase({ "c.md": "c\n" });
    const start = await startFollowUp({ ...options, baseRef: null });
    expect(start).toMatchObject({ baseRef: "main", how: "rebased" });
    expect(await git(options.mirror, ["rev-parse", "refs/jobs/job1/start"])).toBe(start.startCommit);
    expect(await readdir(join(options.mirror, ".."))).toHaveLength(1);
  });

  it("throws for a deleted base branch, and for an invalid branch name", async () => {
    const { options } = await scene("path");
    const recorded = { ...options.recorded, baseCommit: "1".repeat(40) };
    const gone = startFollowUp({ ...options, baseRef: "gone", recorded });
    await expect(gone).rejects.toMatchObject({ code: "ref_not_found" });
    const odd = startFollowUp({ ...options, branch: "--all" });
    await expect(odd).rejects.toMatchObject({ code: "invalid_ref" });
  });
});
