import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import {
  filesIn,
  makeDataFolder,
  makeSeed,
  processesIn,
  query,
  runningServer,
  spawnJoiner,
  startJoiner,
  untilStopped,
} from "../../../test/helpers/embedded-server.ts";
import { endWithTests } from "../../../test/helpers/end-with-tests.ts";
import { onlyInTestAll } from "../../../test/helpers/skip-unless.ts";

const startTime = "select pg_postmaster_start_time()::text as at";

let seed: string;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  seed = await makeSeed((work) => void cleanups.push(work));
  return async () => await Promise.all(cleanups.map((work) => work()));
});

test.concurrent("the server is durable, private and reachable through its socket only", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished);
  const joiner = await startJoiner(dataFolder);
  expect(joiner).toMatchObject({ startedServer: true, connection: { database: "copydesk" } });
  const rows = await query(
    joiner.connection,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')",
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    ...{ fsync: "on", synchronous_commit: "on", full_page_writes: "on", data_checksums: "on" },
    ...{ listen_addresses: "", server_encoding: "UTF8" },
  });
  expect(lstatSync(join(dataFolder, "postgres")).mode & 0o077).toBe(0);
  expect(lstatSync(joiner.connection.host!).mode & 0o077).toBe(0);
});

test.concurrent("Copydesk creates the library links, whatever the package manager did", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  await startJoiner(dataFolder);
  const base = join(dataFolder, "postgres");
  const copy = join(base, readdirSync(base).find((name) => name.startsWith("bin-")) ?? "");
  const list = JSON.parse(readFileSync(join(copy, "pg-symlinks.json"), "utf8")) as { target: string }[];
  expect(list.length).toBeGreaterThan(0);
  for (const { target } of list) {
    expect(lstatSync(join(copy, target.replace(/^native\//, ""))).isSymbolicLink(), target).toBe(true);
  }
});

test.concurrent("five processes that start at once create one cluster and start one server", async ({
  expect,
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished);
  const joiners = await Promise.all(Array.from({ length: 5 }, () => startJoiner(dataFolder)));
  expect(joiners.flatMap(({ message }) => message ?? [])).toEqual([]);
  expect(joiners.filter(({ startedServer }) => startedServer)).toHaveLength(1);
  const times = await Promise.all(joiners.map(({ connection }) => query(connection, startTime)));
  expect(new Set(times.map(([row]) => row?.at)).size).toBe(1);
  // A shell that checks for holders appears for a moment beside the two that stay.
  await expect.poll(() => processesIn(join(dataFolder, "postgres"))).toHaveLength(2);
});

test.concurrent("a process that releases the server can end, and the server holds none of its pipes", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const joiner = await startJoiner(dataFolder);
  // Holds the server, which would be gone before a slow machine looks.
  const other = await startJoiner(dataFolder);
  expect(joiner.startedServer).toBe(true);
  expect(await joiner.end()).toBe(0);
  expect(runningServer(join(dataFolder, "postgres"))).not.toBeNull();
  await other.end();
});

test.concurrent(
  "the death of the process that started the server affects no other; with the last one's death the server stops",
  onlyInTestAll("the embedded PostgreSQL as its users come and go"),
  async ({ onTestFinished }) => {
    const dataFolder = makeDataFolder(onTestFinished, seed);
    const base = join(dataFolder, "postgres");
    const first = await startJoiner(dataFolder);
    const second = await startJoiner(dataFolder);
    const client = new pg.Client(second.connection);
    client.on("error", () => undefined);
    await client.connect();
    await client.query("create temp table mine as select 1 as one");
    await first.kill("SIGKILL");
    // Longer than the server would linger without a holder.
    await sleep(4_500);
    expect((await client.query("select one from mine")).rows).toEqual([{ one: 1 }]);
    await client.end();
    await second.kill("SIGKILL");
    await untilStopped(base);
    expect(readFileSync(join(base, "server.log"), "utf8")).toMatch(/database system is shut down\n$/);
  },
);

test.concurrent(
  "a process that joins while the server lingers or is being stopped gets a server that stays",
  onlyInTestAll("the embedded PostgreSQL as its users come and go"),
  async ({ onTestFinished }) => {
    const dataFolder = makeDataFolder(onTestFinished, seed);
    await (await startJoiner(dataFolder)).end();
    for (const pauseMs of [1_000, 3_000, 3_150, 3_300]) {
      await sleep(pauseMs);
      const joiner = await startJoiner(dataFolder);
      const client = new pg.Client(joiner.connection);
      client.on("error", () => undefined);
      await client.connect();
      await sleep(500);
      expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      await client.end();
      await joiner.end();
    }
  },
);

test.concurrent("Ctrl-C in the terminal reaches the service, not its server", async ({ onTestFinished }) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const service = await startJoiner(dataFolder, { detached: true });
  const other = await startJoiner(dataFolder);
  const before = await query(other.connection, startTime);
  process.kill(-service.pid, "SIGINT");
  await sleep(500);
  expect(await query(other.connection, startTime)).toEqual(before);
});

test.concurrent("a first start that was killed half-way is repeated", async ({ onTestFinished }) => {
  const dataFolder = makeDataFolder(onTestFinished);
  const base = join(dataFolder, "postgres");
  const child = spawnJoiner(dataFolder);
  const closed = once(child, "close");
  // A separate process checks: this one can be busy for as long as it takes to create a cluster.
  const script = 'until ls -d "$1"/cluster* >/dev/null 2>&1; do sleep 0.01; done; kill -9 "$2"';
  endWithTests(spawn("sh", ["-c", script, "sh", base, String(child.pid)], { stdio: "ignore" }));
  await closed;
  expect(filesIn(base)).not.toContain("cluster");
  const joiner = await startJoiner(dataFolder);
  expect(joiner).toMatchObject({ startedServer: true });
  expect(await query(joiner.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(filesIn(base).filter((name) => name.includes("draft"))).toEqual([]);
});
