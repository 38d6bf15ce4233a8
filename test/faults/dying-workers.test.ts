import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

// The short version keeps `npm test` quick; the full one is what the figures are taken from.
const full = process.env.COPYDESK_FULL_FAULTS === "1";
const jobCount = full ? 100 : 30;
const kills = full ? 30 : 8;
const killEveryMs = 1_000;

let project: TestProject;
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  project = await makeTestProject();
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  await project.remove();
});

const startWorker = async (slot: number) => {
  workers[slot] = await startCopydesk({
    role: "worker",
    environment: { ...project.environment, COPYDESK_CONCURRENCY: "2" },
  });
};

describe("jobs whose workers are killed with -9 again and again", () => {
  test(
    `all ${jobCount} end with exactly one pull request each, none lost, none doubled`,
    async () => {
      const api = await startCopydesk({ role: "api", environment: project.environment });
      await Promise.all([startWorker(0), startWorker(1)]);
      const ids = await project.createJobs(api.url, jobCount, (n) => `Replace "widget" with "gadget ${n}"`);
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(killEveryMs);
        const slot = kill % 2;
        await workers[slot]!.end("SIGKILL");
        await startWorker(slot);
      }
      const records = await project.waitForAll(api.url, ids);
      await api.end();

      expect(records.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
        ids.map(() => "completed pull_request_opened"),
      );
      expect(new Set(records.map(({ prLink }) => prLink)).size).toBe(jobCount);
      const { rows } = await project.store.database.pool.query(
        "select branch, count(*)::integer as n from pull_requests group by branch",
      );
      expect(rows).toHaveLength(jobCount);
      expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
      expect(await project.branches()).toHaveLength(jobCount);
      const { rows: attempts } = await project.store.database.pool.query(
        "select count(*)::integer as n from job_events where kind = 'started'",
      );
      console.log(`${jobCount} jobs, ${kills} kills: ${attempts[0].n} attempts`);
    },
    full ? 300_000 : 120_000,
  );
});
