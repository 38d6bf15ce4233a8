import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWorkspacesFolder, sweepWorkspacesFolders } from "./workspace-folders.ts";

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "copydesk-sweep-"));
});

afterEach(() => rm(dataFolder, { recursive: true, force: true }));

async function leaveBehind(owner: { host?: string; pid: number }, own: string): Promise<string> {
  const [host] = basename(own).split("+");
  const name = `${owner.host ?? host}+${owner.pid}+00000000`;
  await mkdir(join(dataFolder, "workspaces", name, "job_1"), { recursive: true });
  await writeFile(join(dataFolder, "workspaces", name, "job_1", "page.md"), "x");
  return name;
}

describe("folders of workspaces", () => {
  test("of ended processes are removed, those of running ones and of other machines are kept", async () => {
    const own = await createWorkspacesFolder({ dataFolder, workspacesFolder: null });
    const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
    await leaveBehind({ pid: dead }, own);
    const live = await leaveBehind({ pid: process.ppid }, own);
    const elsewhere = await leaveBehind({ host: "another-machine", pid: dead }, own);
    expect(await sweepWorkspacesFolders({ dataFolder, workspacesFolder: null }, own)).toBe(1);
    const left = await readdir(join(dataFolder, "workspaces"));
    expect(left.sort()).toEqual([basename(own), live, elsewhere].sort());
  });

  test("of a process from before a restart with the same id are removed", async () => {
    const own = await createWorkspacesFolder({ dataFolder, workspacesFolder: null });
    await leaveBehind({ pid: process.pid }, own);
    await sweepWorkspacesFolders({ dataFolder, workspacesFolder: null }, own);
    expect(await readdir(join(dataFolder, "workspaces"))).toEqual([basename(own)]);
  });

  test("are made where the operator says, and swept there", async () => {
    const config = { dataFolder, workspacesFolder: join(dataFolder, "memory") };
    const own = await createWorkspacesFolder(config);
    expect(dirname(own)).toBe(join(dataFolder, "memory"));
    await rename(own, `${own.split("+").slice(0, 2).join("+")}+00000000`);
    expect(await sweepWorkspacesFolders(config, own)).toBe(1);
  });

  test("need not exist to be swept", async () => {
    expect(
      await sweepWorkspacesFolders({ dataFolder: join(dataFolder, "none"), workspacesFolder: null }, ""),
    ).toBe(0);
  });
});
