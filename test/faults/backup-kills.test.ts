import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkArchive } from "../../src/backup/check-archive.ts";
import { fillStore, hashTables, sceneKey } from "../helpers/backup-scene.ts";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { seededRandom } from "../helpers/seeded-random.ts";
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const rounds = process.env.COPYDESK_FULL_FAULTS === "1" ? 40 : 6;
const seeds = Array.from({ length: rounds }, (_, n) => n + 1);

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let hashes: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-backup-kills-"));
  source = await createTestDatabase();
  target = await createEmptyTestDatabase();
  await fillStore(source.database, { projects: 4, jobsEach: 150, eventsEach: 60 });
  hashes = await hashTables(source.connection);
});

afterAll(async () => {
  await source?.drop();
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

function start({ url }: TestDatabase, ...args: string[]): ChildProcess {
  const environment = {
    ...bareEnvironment(),
    DATABASE_URL: url,
    COPYDESK_DATA: join(folder, "data"),
    COPYDESK_SECRET_KEY: sceneKey.toString("hex"),
  };
  return endWithTests(spawn(process.execPath, [main, ...args], { env: environment, stdio: "ignore" }));
}

/** How long a whole run takes here, which is what the moments of the kills are parts of. */
async function timeWhole(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  return performance.now() - startedAt;
}

/** Returns whether it had ended by itself. */
async function killAt(child: ChildProcess, ms: number): Promise<boolean> {
  const exited = once(child, "exit");
  await Promise.race([sleep(ms), exited]);
  child.kill("SIGKILL");
  await exited;
  return child.exitCode === 0;
}

test("a backup that is killed leaves no file under its name, or a whole one; the next one tidies up", async ({
  annotate,
}) => {
  const wholeMs = await timeWhole(start(source, "backup", join(folder, "first.tar.gz")));
  const file = join(folder, "backup.tar.gz");
  let interrupted = 0;
  for (const seed of seeds) {
    const ended = await killAt(
      start(source, "backup", file, "--overwrite"),
      wholeMs * (0.2 + 0.8 * seededRandom(seed)),
    );
    if (!ended) interrupted += 1;
    if (!existsSync(file)) continue;
    expect((await checkArchive(file)).tables.jobs, `seed ${seed}`).toBe(600);
    await rm(file);
  }
  await timeWhole(start(source, "backup", file, "--overwrite"));
  expect((await checkArchive(file)).tables).toMatchObject({ jobs: 600, job_events: 36_000, projects: 4 });
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  await annotate(`${interrupted} of ${rounds} backups were killed before their end`);
});

test("a restore that is killed leaves the store empty or complete: every job, event, secret and limit", async ({
  annotate,
}) => {
  const file = join(folder, "first.tar.gz");
  const trial = await createEmptyTestDatabase();
  const wholeMs = await timeWhole(start(trial, "restore", file)).finally(() => trial.drop());
  let [empty, complete] = [0, 0];
  for (const seed of seeds) {
    await killAt(
      start(target, "restore", file, "--replace", "--yes"),
      wholeMs * (0.2 + 0.8 * seededRandom(seed + 1_000)),
    );
    const found = await hashTables(target.connection).catch(() => null);
    if (found === null) empty += 1;
    else {
      complete += 1;
      expect(found, `seed ${seed}`).toEqual(hashes);
    }
  }
  await timeWhole(start(target, "restore", file, "--replace", "--yes"));
  expect(await hashTables(target.connection)).toEqual(hashes);
  await annotate(`${empty} left it empty, ${complete} complete, of ${rounds} kills`);
});
