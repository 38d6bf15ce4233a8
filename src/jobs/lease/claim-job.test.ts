import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listWorker } from "../../../test/helpers/list-worker.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import { inTransaction } from "../../store/database.ts";
import { type JobPullRequest, noUsage } from "../record.ts";
import { admitWaiting } from "./admit-waiting.ts";
import { type ClaimedJob, claimJob } from "./claim-job.ts";
import { finishJob } from "./finish-job.ts";
import { releaseJob } from "./release-job.ts";
import { requeueDeadWorkers } from "./requeue-dead-workers.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  store = await createTestDatabase();
  for (let n = 0; n < 16; n += 1) await listWorker(store.database, `worker_${n}`);
});

beforeEach(async () => {
  await store.database.pool.query("truncate projects cascade");
});

afterAll(async () => {
  await store.drop();
});

const deps = () => ({ database: store.database });

let made = 0;

async function addProject(id: string, settings: object, jobs: number, mode = "pull_request"): Promise<void> {
  await store.database.pool.query(
    "insert into projects (id, name, repository, settings) values ($1, 'Docs', '/docs', $2) on conflict do nothing",
    [id, JSON.stringify(settings)],
  );
  await inTransaction(store.database, async (client) => {
    for (let n = 0; n < jobs; n += 1) {
      made += 1;
      const jobId = `job_${id}_${String(made).padStart(5, "0")}`;
      await client.query(
        `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, mode)
         values ($1, $2, 'active', 'queued', 'p', '/docs', 'copydesk/' || $1, 'copydesk/chores', $3)`,
        [jobId, id, mode],
      );
    }
  });
}

async function claimAll(workers = 1): Promise<ClaimedJob[]> {
  const claimed: ClaimedJob[] = [];
  const claimUntilNone = async (_: unknown, worker: number) => {
    for (;;) {
      const job = await claimJob(deps(), `worker_${worker}`);
      if (job === null) return;
      claimed.push(job);
    }
  };
  await Promise.all(Array.from({ length: workers }, claimUntilNone));
  return claimed;
}

function open(number: number): JobPullRequest {
  return { number, url: `http://localhost/${number}`, state: "open", branch: "b" };
}

async function end(job: ClaimedJob, pullRequest: JobPullRequest | null): Promise<void> {
  const reason = pullRequest === null ? "no_changes" : "pull_request_opened";
  const result = {
    status: "completed",
    reason,
    message: ownWords("done"),
    title: null,
    pullRequest,
  } as const;
  expect(await finishJob(deps(), job, { ...result, checks: null, patch: null, usage: noUsage })).toBe(true);
}

async function reasons(): Promise<Record<string, number>> {
  const { rows } = await store.database.pool.query<{ reason: string; n: number }>(
    "select reason, count(*)::integer as n from jobs where status = 'active' group by 1 order by 1",
  );
  return Object.fromEntries(rows.map(({ reason, n }) => [reason, n]));
}

describe("concurrency of a project", () => {
  test("is exact if sixteen workers claim at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      await store.database.pool.query("truncate projects cascade");
      await addProject("prj_limited", { concurrency: 2 }, 12);
      await addProject("prj_free", {}, 5);
      const claimed = await claimAll(16);
      const perProject = Map.groupBy(claimed, ({ projectId }) => projectId);
      expect(perProject.get("prj_limited")).toHaveLength(2);
      expect(perProject.get("prj_free")).toHaveLength(5);
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(7);
    }
  });

  test("is free again if a job ends or is given back", async () => {
    await addProject("prj_a", { concurrency: 1 }, 3);
    const [first] = await claimAll();
    expect(await claimAll()).toEqual([]);
    await end(first!, null);
    const [second] = await claimAll();
    expect(second!.id).not.toBe(first!.id);
    await releaseJob(deps(), second!);
    expect(await claimAll()).toHaveLength(1);
  });
});

describe("projects", () => {
  test("take turns, however many jobs one of them has", async () => {
    await addProject("prj_many", {}, 30);
    await addProject("prj_few", {}, 3);
    await addProject("prj_some", {}, 3);
    const order: string[] = [];
    for (let n = 0; n < 9; n += 1) order.push((await claimJob(deps(), "worker_1"))!.projectId);
    expect(Map.groupBy(order, String).get("prj_many")).toHaveLength(3);
    expect(new Set(order.slice(0, 3)).size).toBe(3);
  });

  test("take turns even if each runs one job at a time", async () => {
    await addProject("prj_many", {}, 20);
    await addProject("prj_few", {}, 4);
    const order: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const job = (await claimJob(deps(), "worker_1"))!;
      order.push(job.projectId);
      await end(job, null);
    }
    expect(order.filter((id) => id === "prj_few")).toHaveLength(4);
  });

  test("with counters that promise a missing job do not hold up others", async () => {
    await addProject("prj_broken", {}, 0);
    await store.database.pool.query("update project_load set queued = 1");
    await addProject("prj_whole", {}, 1);
    expect((await claimAll()).map(({ projectId }) => projectId)).toEqual(["prj_whole"]);
  });
});

describe("reviewers' capacity", () => {
  test("lets as many jobs run as may open a pull request; the others wait, and follow oldest first", async () => {
    await addProject("prj_a", { maxOpenPullRequests: 2 }, 5);
    const claimed = await claimAll(8);
    expect(claimed).toHaveLength(2);
    expect(await reasons()).toEqual({ running: 2, waiting_capacity: 3 });
    await end(claimed[0]!, open(1));
    await end(claimed[1]!, null);
    expect((await admitWaiting(deps())).admitted).toBe(1);
    const [third, ...none] = await claimAll(8);
    expect(none).toEqual([]);
    expect(third!.id > claimed[1]!.id).toBe(true);
    await end(third!, open(2));
    expect((await admitWaiting(deps())).admitted).toBe(0);
    await setPullRequestState(store.database, { jobId: third!.id, number: 2 }, "merged");
    expect(await admitWaiting(deps())).toMatchObject({ admitted: 1, waitingProjects: ["prj_a"] });
    expect(await claimAll(8)).toHaveLength(1);
  });

  test("does not let a new job overtake waiting ones", async () => {
    await addProject("prj_a", { maxOpenPullRequests: 1 }, 2);
    const [first] = await claimAll();
    await end(first!, null);
    await addProject("prj_a", {}, 1);
    expect(await claimAll()).toEqual([]);
    await admitWaiting(deps());
    const [second] = await claimAll();
    expect(second!.id).toMatch(/_\d+$/);
    const { rows } = await store.database.pool.query(
      "select min(id) as oldest from jobs where status = 'active'",
    );
    expect(second!.id).toBe(rows[0].oldest);
  });

  test("holds back neither previews nor follow-ups on an open pull request", async () => {
    await addProject("prj_a", { maxOpenPullRequests: 1 }, 1);
    const [first] = await claimAll();
    await end(first!, open(1));
    await addProject("prj_a", {}, 1, "preview");
    expect(await claimAll()).toHaveLength(1);
    await store.database.pool.query(
      "update jobs set status = 'active', reason = 'queued', turn = 2 where id = $1",
      [first!.id],
    );
    expect((await claimAll()).map(({ id, turn }) => [id, turn])).toEqual([[first!.id, 2]]);
  });

  test("admits everything if the limit is removed", async () => {
    await addProject("prj_a", { maxOpenPullRequests: 1 }, 4);
    await claimAll();
    await store.database.pool.query("update projects set settings = '{}'");
    expect((await admitWaiting(deps())).admitted).toBe(3);
    expect(await claimAll()).toHaveLength(3);
  });
});

describe("a worker that others declared dead", () => {
  test("claims nothing, and a job that it has all the same is queued again", async () => {
    await addProject("prj_a", {}, 1);
    expect(await claimJob(deps(), "worker_gone")).toBeNull();
    const [job] = await claimAll();
    await store.database.pool.query("update jobs set worker_id = 'worker_gone' where id = $1", [job!.id]);
    expect(await requeueDeadWorkers(deps(), { workerId: "worker_0", connectedMs: 0 })).toContain(job!.id);
    expect((await claimJob(deps(), "worker_0"))?.id).toBe(job!.id);
  });
});
