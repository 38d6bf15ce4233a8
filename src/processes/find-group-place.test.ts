import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onLinux } from "../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { findGroupPlace, type GroupPlace } from "./find-group-place.ts";
import { ownFolderPrefix } from "./own-folders.ts";

const { folder } = useCleanups();
/** Process tree: 1 started 10, which started 11 (Copydesk), which started 12; 1 also started 20. */
const parents = { 1: 0, 10: 1, 11: 10, 12: 11, 20: 1 };

interface Tree {
  /** Members of the process's own group. */
  controllers?: string;
  enabled?: string;
  members?: number[];
  /** Content of /proc/self/cgroup. */
  lines?: string;
}

async function makeTree(tree: Tree) {
  const top = await folder();
  const [root, proc, own] = [join(top, "cgroup"), join(top, "proc"), join(top, "cgroup/unit")];
  for (const path of [own, join(proc, "self")]) await mkdir(path, { recursive: true });
  await writeFile(join(proc, "self/cgroup"), tree.lines ?? "0::/unit\n");
  for (const [pid, parent] of Object.entries(parents)) {
    await mkdir(join(proc, pid));
    await writeFile(join(proc, pid, "stat"), `${pid} (a (b) c) S ${parent} 1 1`);
  }
  await writeFile(join(own, "cgroup.controllers"), `${tree.controllers ?? "cpu memory pids"}\n`);
  await writeFile(join(own, "cgroup.subtree_control"), `${tree.enabled ?? ""}\n`);
  await writeFile(join(own, "cgroup.procs"), (tree.members ?? [11]).map((pid) => `${pid}\n`).join(""));
  const read = (path: string) => readFile(join(own, path), "utf8");
  const find = (isTrial = false) => findGroupPlace({ root, proc, pid: 11, isTrial });
  return { own, find, read };
}

describe("findGroupPlace in version 2", onLinux, () => {
  it("moves the service into a leaf, enables controllers, and creates a folder for groups", async () => {
    const { find, read } = await makeTree({ members: [10, 11, 12] });
    const memory = expect.stringMatching(/\/unit\/copydesk-[^/]+$/);
    const place = await find();
    expect(place).toEqual({ version: 2, memory, pids: memory });
    // The real kernel's file takes one id at a time.
    expect(await read("copydesk-service/cgroup.procs")).toBe("12");
    expect(await read("cgroup.subtree_control")).toBe("+memory +pids");
    const { memory: base } = place as GroupPlace;
    expect(await readFile(join(base, "cgroup.subtree_control"), "utf8")).toBe("+memory +pids");
  });

  it("does without a process limit if only memory is delegated", async () => {
    const { find } = await makeTree({ controllers: "memory" });
    expect(await find()).toMatchObject({ version: 2, pids: null });
  });

  it("moves nothing if another process of the service has already done so", async () => {
    const { own, find } = await makeTree({ enabled: "cpu memory pids", members: [] });
    expect(await find()).toMatchObject({ version: 2 });
    expect(await readdir(own)).not.toContain("copydesk-service");
  });

  it("finds its place again from the leaf", async () => {
    const { own, find } = await makeTree({ lines: "0::/unit/copydesk-service\n", enabled: "memory pids" });
    expect(await find()).toMatchObject({ memory: expect.stringContaining(join(own, ownFolderPrefix())) });
  });

  it.each<[string, Tree, RegExp]>([
    ["the memory controller is missing", { controllers: "cpu pids" }, /not delegated/],
    ["other programs are in the group", { members: [11, 20] }, /other programs run/],
    ["there are no groups at all", { lines: "" }, /no control groups/],
    ["the group is hidden", { lines: "0::/../elsewhere\n" }, /ENOENT/],
  ])("creates none if %s, and says why", async (_, tree, reason) => {
    const { own, find } = await makeTree(tree);
    const before = await readdir(own);
    expect(await find()).toEqual({ version: null, reason: expect.stringMatching(reason) });
    expect(await readdir(own)).toEqual(before);
  });

  it("creates and moves nothing in a trial", async () => {
    const { own, find } = await makeTree({ members: [10, 11] });
    const before = await readdir(own);
    expect(await find(true)).toMatchObject({ version: 2 });
    expect(await readdir(own)).toEqual(before);
  });

  it("removes the folders of ended processes", async () => {
    const { own, find } = await makeTree({});
    const stale = `${ownFolderPrefix().replace(/-[^-]+$/, "-0")}-abcdef`;
    await mkdir(join(own, stale, "1"), { recursive: true });
    await mkdir(join(own, "system.slice"));
    await find();
    expect(await readdir(own)).not.toContain(stale);
    expect(await readdir(own)).toContain("system.slice");
  });
});
