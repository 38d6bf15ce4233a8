import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeDataFolder,
  processesIn,
  query,
  runningServer,
  startJoiner,
  untilStopped,
} from "../../../test/helpers/embedded-server.ts";
import { asRoot, skipUnless } from "../../../test/helpers/skip-unless.ts";
import { canReach } from "./can-reach.ts";

const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
// An ordinary user's process needs to read Copydesk's files and Node's.
const canBecomeOther =
  isRoot && canReach(import.meta.dirname, nobody) && canReach(join(process.execPath, ".."), nobody);
/** Null if the process has ended. */
const ownerOf = (pid: number) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;

describe("as root", asRoot, () => {
  test("the server runs as nobody, and never as root", async ({ onTestFinished }) => {
    const dataFolder = makeDataFolder(onTestFinished);
    const base = join(dataFolder, "postgres");
    const joiner = await startJoiner(dataFolder);
    expect(await query(joiner.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    // The watcher's own children come and go.
    const owners = [...processesIn(base), runningServer(base)!].map(ownerOf).filter((uid) => uid !== null);
    expect(owners.length).toBeGreaterThanOrEqual(3);
    expect(new Set(owners)).toEqual(new Set([nobody.uid]));
    expect(statSync(dataFolder).uid).toBe(0);
  });

  test("below a folder that only root may enter, the server still runs and its data stays in the data folder", async ({
    onTestFinished,
  }) => {
    const dataFolder = makeDataFolder(onTestFinished);
    mkdirSync(dataFolder);
    chmodSync(join(dataFolder, ".."), 0o700);
    const base = join(dataFolder, "postgres");
    const first = await startJoiner(dataFolder, { umask: 0o077 });
    expect(first).toMatchObject({ startedServer: true });
    expect(await startJoiner(dataFolder)).toMatchObject({ startedServer: false });
    await query(first.connection, "create table kept as select 1 as one");
    for (const pid of [...processesIn(base), runningServer(base)!]) process.kill(pid, "SIGKILL");
    const next = await startJoiner(dataFolder);
    expect(next).toMatchObject({ startedServer: true });
    expect(await query(next.connection, "select one from kept")).toEqual([{ one: 1 }]);
    expect(readdirSync(join(base, "cluster"))).toContain("PG_VERSION");
  });
});

describe("as an ordinary user", skipUnless(canBecomeOther, "another user cannot be tried here"), () => {
  test("the server runs as that user", async ({ onTestFinished }) => {
    const dataFolder = folderOf(nobody.uid, makeDataFolder(onTestFinished));
    const joiner = await startJoiner(dataFolder, { uid: nobody.uid });
    expect(await query(joiner.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(ownerOf(runningServer(join(dataFolder, "postgres"))!)).toBe(nobody.uid);
  });

  test("a command of root joins that user's server, and a folder that root used first stays usable", async ({
    onTestFinished,
  }) => {
    const dataFolder = folderOf(nobody.uid, makeDataFolder(onTestFinished));
    const root = await startJoiner(dataFolder, { umask: 0o077 });
    expect(root).toMatchObject({ startedServer: true });
    const user = await startJoiner(dataFolder, { uid: nobody.uid });
    expect(user).toMatchObject({ startedServer: false });
    await Promise.all([root.end(), user.end()]);
    await untilStopped(join(dataFolder, "postgres"));
    expect(await startJoiner(dataFolder, { uid: nobody.uid })).toMatchObject({ startedServer: true });
    expect(await startJoiner(dataFolder)).toMatchObject({ startedServer: false });
  });
});

function folderOf(uid: number, folder: string): string {
  mkdirSync(folder);
  chownSync(folder, uid, uid);
  return folder;
}
