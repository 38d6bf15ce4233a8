import { spawnSync } from "node:child_process";
import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { sweepSecretFolders, withSecretFolder } from "./with-secret-folder.ts";

let temporary: string;
beforeEach(async () => {
  temporary = await temporaryFolder();
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true, force: true });
});

describe("withSecretFolder", () => {
  it("lends a folder that only the service's user can read, and removes it also after a failure", async () => {
    const using = withSecretFolder(async (folder) => {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      await writeFile(join(folder, "key"), "secret");
      throw new Error("stopped");
    });
    await expect(using).rejects.toThrow("stopped");
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe("sweepSecretFolders", () => {
  /** A folder like the owner's, with another pid, start or machine. */
  async function leaveBehind(changes: { pid?: number; start?: string; machine?: string }): Promise<string> {
    const own = await withSecretFolder(async (folder) => basename(folder));
    const [, machine, pid, start] = own.split("-");
    const parts = [changes.machine ?? machine, changes.pid ?? pid, changes.start ?? start];
    const name = `copydesk-${parts.join("-")}-abcdef`;
    await mkdir(join(temporary, name));
    await writeFile(join(temporary, name, "key"), "secret");
    return name;
  }
  const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);

  it("removes folders of ended processes, including one that had the same id before", async () => {
    await leaveBehind({ pid: dead });
    await leaveBehind({ start: "0" });
    expect(await sweepSecretFolders()).toBe(2);
    expect(await readdir(temporary)).toEqual([]);
  });

  it("keeps those of running processes and of other machines until they are an hour old", async () => {
    const kept = [
      await leaveBehind({ pid: process.ppid }),
      await leaveBehind({ machine: "000000", pid: dead }),
    ];
    await withSecretFolder(async () => expect(await sweepSecretFolders()).toBe(0));
    expect((await readdir(temporary)).sort()).toEqual(kept.sort());
    const hoursAgo = Date.now() / 1_000 - 2 * 3_600;
    for (const name of kept) await utimes(join(temporary, name), hoursAgo, hoursAgo);
    expect(await sweepSecretFolders()).toBe(2);
  });

  it("touches no other names and no links", async () => {
    const foreign = ["copydesk-git-abcdef", "copydesk-demo", "other"];
    for (const name of foreign) await mkdir(join(temporary, name));
    const link = (await leaveBehind({ pid: dead })).replace("abcdef", "fedcba");
    await symlink(join(temporary, "other"), join(temporary, link));
    expect(await sweepSecretFolders()).toBe(1);
    expect((await readdir(temporary)).sort()).toEqual([...foreign, link].sort());
  });
});
