import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { branch, openScenes, page, show } from "../../../test/helpers/follow-up-scene.ts";
import { git } from "../../../test/helpers/git-fixture.ts";
import { startFollowUp } from "./start-follow-up.ts";

const scenes = openScenes();
const scene = scenes.create;
afterEach(() => scenes.clear());
afterAll(() => scenes.remove());

const hostile = {
  ".gitattributes": "*.md merge=evil diff=evil filter=evil\na.md -merge eol=crlf\n",
};

it("runs no merge driver, filter or hook that the repository names", async () => {
  const { options, bare, folder, moveBase, finish } = await scene("path", hostile);
  const traces = await folder();
  for (const [key, value] of [
    ["merge.evil.driver", `touch ${traces}/driver; false`],
    ["filter.evil.clean", `touch ${traces}/clean; cat`],
    ["filter.evil.smudge", `touch ${traces}/smudge; cat`],
    ["diff.evil.textconv", `touch ${traces}/textconv; cat`],
    ["core.fsmonitor", `touch ${traces}/fsmonitor`],
    ["uploadpack.packObjectsHook", `touch ${traces}/pack; exec git pack-objects`],
    ["merge.renames", "false"],
    ["merge.default", "evil"],
  ] as const) {
    await git(bare, ["config", key, value]);
  }
  await mkdir(join(bare, "hooks"), { recursive: true });
  for (const hook of ["post-rewrite", "pre-receive", "reference-transaction", "post-checkout"]) {
    await writeFile(join(bare, "hooks", hook), `#!/bin/sh\ntouch ${traces}/${hook}\n`);
  }
  const moved = await moveBase({ "a.md": page({ 20: "twenty" }) });
  for (const hook of await readdir(join(bare, "hooks"))) await chmod(join(bare, "hooks", hook), 0o755);
  await rm(traces, { recursive: true });
  await mkdir(traces);
  const start = await startFollowUp(options);
  expect(start).toMatchObject({ how: "rebased", baseCommit: moved });
  const commit = await finish(start);
  expect(await show(bare, commit, "a.md")).toBe(page({ 5: "five", 20: "twenty" }));
  await git(bare, ["update-ref", "-d", `refs/heads/${branch}`]);
  await rm(traces, { recursive: true });
  await mkdir(traces);
  const recorded = { ...options.recorded, headCommit: null };
  expect(await startFollowUp({ ...options, recorded })).toMatchObject({ how: "restored" });
  expect(await readdir(traces)).toEqual([]);
});
