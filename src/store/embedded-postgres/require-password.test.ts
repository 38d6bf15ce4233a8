import { execFile } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import {
  makeDataFolder,
  makeSeed,
  processesIn,
  query,
  runningServer,
  startJoiner,
  untilStopped,
} from "../../../test/helpers/embedded-server.ts";
import { asRoot } from "../../../test/helpers/skip-unless.ts";

const run = promisify(execFile);
const stranger = join(import.meta.dirname, "../../../test/fixtures/connect-as-user.ts");

let seed: string;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  seed = await makeSeed((work) => void cleanups.push(work));
  return async () => await Promise.all(cleanups.map((work) => work()));
});

const passwordFile = (dataFolder: string) => join(dataFolder, "postgres.password");

/** What a process of the user gets with the given password, and from the password file. */
async function tryAs(uid: number, connection: pg.ClientConfig, dataFolder: string) {
  const settings = { ...connection, connectionTimeoutMillis: 5_000 };
  const { stdout } = await run(process.execPath, [
    ...[stranger, String(uid), JSON.stringify(settings), passwordFile(dataFolder)],
  ]);
  return JSON.parse(stdout) as { connected: string; read: string };
}

async function stop(dataFolder: string): Promise<void> {
  const base = join(dataFolder, "postgres");
  for (const pid of processesIn(base)) process.kill(pid, "SIGKILL");
  const server = runningServer(base);
  if (server !== null) process.kill(server, "SIGINT");
  await untilStopped(base);
}

/** As in data folders from before there was a password. */
function makeOpen(dataFolder: string): void {
  writeFileSync(join(dataFolder, "postgres/cluster/pg_hba.conf"), "local all all trust\n");
  rmSync(passwordFile(dataFolder));
}

describe("as root", asRoot, () => {
  test.concurrent.each([
    ["nobody, whom the server runs as", 65_534],
    ["another user", 61_234],
  ])("%s neither connects without the password nor reads it", async (_who, uid) => {
    const dataFolder = makeDataFolder((work) => void cleanups.push(work), seed);
    const { connection } = await startJoiner(dataFolder);
    const { password, ...open } = connection;
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    for (const guess of [open, { ...open, password: "" }, { ...open, password: "copydesk" }]) {
      const { connected, read } = await tryAs(uid, guess, dataFolder);
      expect(connected).not.toBe("connected");
      expect(read).toBe("EACCES");
    }
    expect(statSync(passwordFile(dataFolder))).toMatchObject({ uid: 0 });
    // The same request works with the password.
    if (uid === 65_534) expect((await tryAs(uid, connection, dataFolder)).connected).toBe("connected");
  });
});

test.concurrent("the password is readable by its owner only, and appears in no file of the server", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const { connection } = await startJoiner(dataFolder);
  expect(statSync(passwordFile(dataFolder)).mode & 0o777).toBe(0o600);
  await expect(query({ ...connection, password: "x" }, "select 1")).rejects.toMatchObject({ code: "28P01" });
  const { password: _, ...open } = connection;
  await expect(query({ ...open, user: "postgres" }, "select 1")).rejects.toThrow();
  const log = readFileSync(join(dataFolder, "postgres/server.log"), "utf8");
  expect(log).not.toContain(String(connection.password));
  expect(readdirSync(dataFolder).sort()).toEqual(["postgres", "postgres.password"]);
});

test.concurrent("a data folder from before there were passwords gets one on its next start, and keeps its data", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const first = await startJoiner(dataFolder);
  await query(first.connection, "create table kept as select 1 as one");
  await first.end();
  await stop(dataFolder);
  makeOpen(dataFolder);
  const joiners = await Promise.all([1, 2, 3].map(() => startJoiner(dataFolder)));
  const passwords = new Set(joiners.map(({ connection }) => connection.password));
  expect(passwords.size).toBe(1);
  expect([...passwords][0]).not.toBe(first.connection.password);
  const { connection } = joiners[0]!;
  expect(await query(connection, "select one from kept")).toEqual([{ one: 1 }]);
  const { password: _, ...open } = connection;
  await expect(query(open, "select 1")).rejects.toThrow();
});

test.concurrent("a start that was killed while it set the password is repeated", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  // The last step is missing: the password exists, but nobody may connect.
  writeFileSync(join(dataFolder, "postgres/cluster/pg_hba.conf"), "# nobody\n");
  const { connection } = await startJoiner(dataFolder);
  expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test.concurrent("a lost password is reported while the server runs, and replaced on the next start", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const holder = await startJoiner(dataFolder);
  renameSync(passwordFile(dataFolder), `${passwordFile(dataFolder)}.away`);
  const refused = { code: "store_unavailable", message: expect.stringContaining("postgres.password") };
  expect(await startJoiner(dataFolder)).toMatchObject(refused);
  writeFileSync(passwordFile(dataFolder), "wrong\n");
  expect(await startJoiner(dataFolder)).toMatchObject(refused);
  await holder.end();
  await stop(dataFolder);
  rmSync(passwordFile(dataFolder));
  const { connection } = await startJoiner(dataFolder);
  expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
});
