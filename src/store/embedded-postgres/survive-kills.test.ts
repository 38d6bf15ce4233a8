import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  makeDataFolder,
  makeSeed,
  processesIn,
  query,
  runningServer,
  startJoiner,
  until,
  untilStopped,
} from "../../../test/helpers/embedded-server.ts";
import { endWithTests } from "../../../test/helpers/end-with-tests.ts";

const startTime = "select pg_postmaster_start_time()::text as at";

let seed: string;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  seed = await makeSeed((work) => void cleanups.push(work));
  return async () => await Promise.all(cleanups.map((work) => work()));
});

test.concurrent("a server whose watcher was killed is adopted by the next process that joins, and stopped after the last", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  const first = await startJoiner(dataFolder);
  const before = await query(first.connection, startTime);
  for (const pid of processesIn(base)) process.kill(pid, "SIGKILL");
  await until(() => processesIn(base).length === 0);

  const second = await startJoiner(dataFolder);
  expect(second.startedServer).toBe(false);
  expect(await query(first.connection, startTime)).toEqual(before);
  await second.end();
  await first.end();
  await untilStopped(base);
});

test.concurrent("a crashed server comes back for those who use it, with everything that was committed", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  const joiner = await startJoiner(dataFolder);
  await query(joiner.connection, "create table kept as select generate_series(1, 1000) as n");
  const killed = runningServer(base)!;
  process.kill(killed, "SIGKILL");
  await until(() => ![null, killed].includes(runningServer(base)));
  // While the server recovers, a process that joins waits for it as one that starts it would.
  const next = await startJoiner(dataFolder);
  expect(next.message).toBeUndefined();
  expect(await query(joiner.connection, "select count(*)::int from kept")).toEqual([{ count: 1000 }]);
});

test.concurrent("after a kill -9 of everything, the next start has everything that was committed", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  const joiner = await startJoiner(dataFolder);
  await query(joiner.connection, "create table kept (n int)");
  for (let round = 1; round <= 3; round += 1) {
    const current = round === 1 ? joiner : await startJoiner(dataFolder);
    await query(current.connection, `insert into kept values (${round})`);
    for (const pid of [...processesIn(base), runningServer(base)!]) process.kill(pid, "SIGKILL");
    await current.kill("SIGKILL");
  }
  const last = await startJoiner(dataFolder);
  expect(last.startedServer).toBe(true);
  expect(await query(last.connection, "select n from kept order by n")).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
});

test.concurrent("a pid file whose pid now belongs to another program does not keep the server from starting", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  const joiner = await startJoiner(dataFolder);
  const pidFile = join(base, "cluster/postmaster.pid");
  const text = readFileSync(pidFile, "utf8");
  for (const pid of [...processesIn(base), runningServer(base)!]) process.kill(pid, "SIGKILL");
  await joiner.kill("SIGKILL");

  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const other = endWithTests(spawn("sleep", ["600"], { ...identity, stdio: "ignore" }));
  onTestFinished(() => void other.kill("SIGKILL"));
  writeFileSync(pidFile, text.replace(/^\d+/, String(other.pid)));
  const next = await startJoiner(dataFolder);
  expect(next).toMatchObject({ startedServer: true });
  expect(runningServer(base)).not.toBe(other.pid);
  expect(other.exitCode).toBeNull();
});
