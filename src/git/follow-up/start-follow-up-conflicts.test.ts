import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { expectWhole, openScenes, page, sceneKinds, show } from "../../../test/helpers/follow-up-scene.ts";
import { writeFiles } from "../../../test/helpers/git-fixture.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { startFollowUp } from "./start-follow-up.ts";

const scenes = openScenes();
const scene = scenes.create;
afterEach(() => scenes.clear());
afterAll(() => scenes.remove());

describeVariants(sceneKinds, "startFollowUp by %s, where the base conflicts,", (kind) => {
  it("keeps the older state if its own change conflicts with the base, and says where", async () => {
    const { options, bare, moveBase, finish } = await scene(kind);
    await moveBase({ "a.md": page({ 5: "FIVE" }), "c.md": "c\n" });
    const start = await startFollowUp(options);
    const { baseCommit, headCommit } = options.recorded;
    expect(start).toEqual({
      baseRef: "main",
      baseCommit,
      startCommit: headCommit,
      expectedRemoteCommit: headCommit,
      how: "kept_on_old_base",
      conflicts: ["a.md"],
      note: "The branch main conflicts with the earlier change in a.md, so this turn goes on from the older state.",
    });
    await expectWhole(bare, await finish(start));
  });

  it("keeps the older state if other people's commits conflict with the base", async () => {
    const { options, bare, moveBase, pushToBranch, finish } = await scene(kind);
    await moveBase({ "a.md": page({ 5: "FIVE" }), "b.md": "B\n" });
    const person = await pushToBranch({ "b.md": "by a person\n" });
    const start = await startFollowUp(options);
    expect(start).toMatchObject({
      how: "kept_on_old_base",
      startCommit: person,
      conflicts: ["a.md", "b.md"],
    });
    await expectWhole(bare, await finish(start));
  });

  it("takes the base's side of conflicts if the turn is to resolve them, and keeps the rest", async () => {
    const { options, bare, moveBase, pushToBranch, finish } = await scene(kind);
    await pushToBranch({ "b.md": "by a person\n", "d.md": "d\n" });
    const baseCommit = await moveBase({ "a.md": page({ 5: "FIVE" }), "b.md": "B\n" });
    const mending = { ...options, takesBaseSide: true };
    const start = await startFollowUp(mending);
    expect(start).toMatchObject({ how: "merged_base", baseCommit, conflicts: ["a.md", "b.md"] });
    expect(start.note).toContain("conflicts with the earlier change in a.md, b.md");
    expect((await startFollowUp(mending)).startCommit).toBe(start.startCommit);
    const commit = await finish(start);
    await expectWhole(bare, commit);
    expect(await show(bare, start.startCommit, "a.md")).toBe(page({ 5: "FIVE" }));
    expect(await show(bare, start.startCommit, "b.md")).toBe("B\n");
    expect(await show(bare, start.startCommit, "d.md")).toBe("d\n");
  });

  it("rebuilds a branch with only its own commits on the base, whose side it takes", async () => {
    const { options, moveBase } = await scene(kind);
    const baseCommit = await moveBase({ "a.md": page({ 5: "FIVE" }) });
    const start = await startFollowUp({ ...options, takesBaseSide: true });
    expect(start).toMatchObject({ baseCommit, startCommit: baseCommit, how: "fresh", conflicts: ["a.md"] });
  });
});

describe("the conflicts of startFollowUp", () => {
  it("are not hidden by any attribute of the repository", async () => {
    const attributes = "*.md merge=union\n";
    const { options, moveBase } = await scene("path", { ".gitattributes": attributes });
    await moveBase({ "a.md": page({ 5: "FIVE" }) });
    expect(await startFollowUp(options)).toMatchObject({ how: "kept_on_old_base", conflicts: ["a.md"] });
  });

  it.each([
    ["changed here, deleted there", { "a.md": null }, ["a.md"]],
    ["a folder where a page stood", { "a.md": null, "a.md/index.md": "x\n" }, ["a.md"]],
  ])("names the path of a conflict: %s", async (_, changes, conflicts) => {
    const { options, clone, moveBase } = await scene("path");
    await moveBase({});
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) await rm(join(clone, path));
      else await writeFiles(clone, { [path]: text });
    }
    await moveBase({});
    expect(await startFollowUp(options)).toMatchObject({ how: "kept_on_old_base", conflicts });
  });
});
