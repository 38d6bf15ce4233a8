import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";
import { git } from "../helpers/git-fixture.ts";
import { descendantsOf, isAlive, listProcesses, type SeenProcess } from "../helpers/processes.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const workersAtOnce = 5;
const kills = full ? 200 : 5;
const jobsOfRound = 10;
/** A process of git that nobody asks ends after 60 seconds. */
const cleanMs = 90_000;

let scene: FaultScene;
let dataFolder: string;
const children: SeenProcess[] = [];
let workers: CopydeskProcess[] = [];

beforeAll(async () => {
  scene = await makeFaultScene({ page: "guide.mdx", beforeAnswer: () => sleep(Math.random() * 150) });
  dataFolder = scene.environment.COPYDESK_DATA!;
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  await scene.remove();
});

/** Jobs run on several workers, each of which is killed at some moment of theirs. Answers the jobs. */
async function killRound(round: number): Promise<string[]> {
  const environment = { ...scene.environment, COPYDESK_CONCURRENCY: "2" };
  workers = await Promise.all(
    Array.from({ length: workersAtOnce }, () => startCopydesk({ role: "worker", environment })),
  );
  const ids = await scene.createJobs(Array.from({ length: jobsOfRound }, (_, n) => `gadget-${round}-${n}`));
  for (const worker of workers) {
    await sleep(50 + Math.random() * 150);
    // Stopped first, so that no child is started between the look and the kill.
    worker.child.kill("SIGSTOP");
    children.push(...descendantsOf(worker.child.pid!));
    await worker.end("SIGKILL");
  }
  return ids;
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

/** What processes that are gone have left, and refs of jobs that have ended. */
async function findOrphans(): Promise<{ folders: string[]; processes: string[]; refs: string[] }> {
  const own = `${hostname().replace(/[^A-Za-z0-9.-]/g, "_")}+${process.pid}+`;
  const folders = await namesIn(join(dataFolder, "workspaces"));
  const refs: string[] = [];
  for (const mirror of await namesIn(join(dataFolder, "mirrors"))) {
    // One that was being made when its worker died has no refs, and is removed after an hour.
    if (!/^[0-9a-f]{32}$/.test(mirror)) continue;
    const list = await git(join(dataFolder, "mirrors", mirror), [
      "for-each-ref",
      "--format=%(refname)",
      "refs/jobs/",
    ]);
    refs.push(...list.split("\n").filter((ref) => ref !== ""));
  }
  const ours = listProcesses().filter(({ command }) => command.includes(dataFolder));
  return {
    folders: folders.filter((name) => !name.startsWith(own)),
    processes: [...children.filter(isAlive), ...ours].map(({ command }) => command),
    refs,
  };
}

describe("what killed workers leave behind", () => {
  test(
    `is gone after the sweep of one that lives: ${kills} kills`,
    async () => {
      const ids: string[] = [];
      for (let round = 0; round * workersAtOnce < kills; round += 1) ids.push(...(await killRound(round)));
      const left = await findOrphans();
      const held = new Set(left.refs.map((ref) => ref.split("/")[2]!));
      // They end without a worker that could put away what they hold.
      await scene.query(
        "update jobs set status = 'failed', reason = 'cancelled', lease = null, worker_id = null, finished_at = clock_timestamp() where id = any($1) and status = 'active'",
        [[...held].slice(0, held.size / 2)],
      );
      const worker = await scene.startWorker();
      await scene.untilEnded(ids);
      const endedAt = performance.now();
      const clean = { folders: [], processes: [], refs: [] };
      await expect.poll(findOrphans, { timeout: cleanMs, interval: 200 }).toEqual(clean);
      console.log(
        `orphans: ${kills} kills left ${left.folders.length} folders, ${left.processes.length} of ${children.length} child processes and ${left.refs.length} refs; ` +
          `0, 0 and 0 ${Math.round(performance.now() - endedAt)} ms after the last job had ended`,
      );
      expect(left.folders.length).toBeGreaterThan(0);
      expect(left.refs.length).toBeGreaterThan(0);
      // Whether one of a few kills meets a running git is a matter of luck.
      if (full) expect(children.length).toBeGreaterThan(0);
      await worker.stop();
    },
    timeLimitMs,
  );
});
