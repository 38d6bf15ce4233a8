import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addJob,
  addProject,
  eventKinds,
  rowOf,
  type SceneJob,
  stateOf,
} from "../../../test/helpers/feedback-scene.ts";
import { createScriptedHost, type HostScript } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import type { PullRequestRef } from "../../code-hosts/types.ts";
import { AppError } from "../../errors.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import { createLog } from "../../log.ts";
import { refreshPullRequests } from "./refresh-pull-requests.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });

beforeAll(async () => {
  store = await createTestDatabase();
});

beforeEach(() => store.database.pool.query("truncate projects cascade"));

afterAll(() => store.drop());

const answer =
  (state: PullRequestRef["state"]): HostScript["getPullRequest"] =>
  async (number) => ({ number, url: "u", state, branch: "b" });

/** One round of one worker; returns the numbers that were asked about, in order. */
async function round(script: HostScript = { getPullRequest: answer("open") }, waiting: string[] = []) {
  const host = createScriptedHost(script);
  await refreshPullRequests(
    { database: store.database, log, openProjectHost: host.openProjectHost },
    waiting,
  );
  return host.askedFor;
}

/** As if every pull request had been asked about this much earlier. */
async function letPass(seconds: number): Promise<void> {
  await store.database.pool.query(
    "update jobs set pull_request_checked_at = pull_request_checked_at - make_interval(secs => $1)",
    [seconds],
  );
}

async function addDelivery(projectId: string, age: string): Promise<void> {
  await store.database.pool.query(
    "insert into host_deliveries (project_id, delivery_id, body_hash, received_at) values ($1, 'one', '', clock_timestamp() - $2::interval)",
    [projectId, age],
  );
}

describe("an open pull request of a project without deliveries", () => {
  test.each(["merged", "closed"] as const)(
    "that was %s is recorded, and no longer asked about",
    async (state) => {
      const job = await addJob(store.database, await addProject(store.database));
      expect(await round({ getPullRequest: answer(state) })).toEqual([job.number]);
      expect([await stateOf(store.database, job), await eventKinds(store.database, job)]).toEqual([
        state,
        ["pull_request_state"],
      ]);
      await letPass(86_400);
      expect(await round()).toEqual([]);
    },
  );

  test("that the host no longer knows counts as closed", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    await round({ getPullRequest: async () => null });
    expect(await stateOf(store.database, job)).toBe("closed");
  });

  test("whose merge is reported while the host is being asked stays merged, whatever the answer", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    const merged = { jobId: job.id, number: job.number };
    await round({
      async getPullRequest(number) {
        await setPullRequestState(store.database, merged, "merged");
        return { number, url: "u", state: "open", branch: "b" };
      },
    });
    expect(await stateOf(store.database, job)).toBe("merged");
  });

  test("is first asked about 5 minutes after it was opened", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    const openedAgo = (interval: string) =>
      store.database.pool.query("update jobs set pull_request_opened_at = clock_timestamp() - $1::interval", [
        interval,
      ]);
    await openedAgo("4 minutes");
    expect(await round()).toEqual([]);
    await openedAgo("6 minutes");
    expect(await round()).toEqual([job.number]);
  });

  test("is asked about every 5 minutes, and the record does not change meanwhile", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    const columns = "updated_at::text, event_seq, status";
    const before = await rowOf(store.database, job, columns);
    expect(await round()).toEqual([job.number]);
    await letPass(295);
    expect(await round()).toEqual([]);
    await letPass(6);
    expect(await round()).toEqual([job.number]);
    expect(await rowOf(store.database, job, columns)).toEqual(before);
  });

  test("is asked about in every round of 10 s while jobs of its project wait for it", async () => {
    const [job, other] = [
      await addJob(store.database, await addProject(store.database)),
      await addJob(store.database, await addProject(store.database)),
    ];
    expect(await round(undefined, [job.projectId])).toHaveLength(2);
    expect(await round(undefined, [job.projectId])).toEqual([]);
    await letPass(10);
    expect(await round(undefined, [job.projectId])).toEqual([job.number]);
    await letPass(300);
    expect(new Set(await round(undefined, [job.projectId]))).toEqual(new Set([job.number, other.number]));
  });
});

test.each([
  ["a delivery an hour ago is not asked about", "1 hour", 0],
  ["its last delivery a day ago is asked about again", "24 hours", 1],
])("a pull request of a project with %s", async (_what, age, count) => {
  const job = await addJob(store.database, await addProject(store.database));
  await addDelivery(job.projectId, age);
  expect(await round()).toHaveLength(count);
});

describe("a state in doubt", () => {
  async function addDoubted(columns: Parameters<typeof addJob>[2]): Promise<SceneJob> {
    const doubt = { pull_request_doubted_at: new Date() };
    const job = await addJob(store.database, await addProject(store.database), { ...columns, ...doubt });
    await addDelivery(job.projectId, "1 second");
    return job;
  }

  const isDoubted = async (job: SceneJob) =>
    (await rowOf<{ at: Date | null }>(store.database, job, "pull_request_doubted_at as at")).at !== null;

  test.each([
    ["closed", "open", "open"],
    ["closed", "closed", "closed"],
    ["open", "merged", "merged"],
    ["closed", "merged", "merged"],
  ] as const)(
    "of %s is settled once by the host's answer %s, even with webhooks",
    async (state, told, settled) => {
      const job = await addDoubted({ state });
      expect(await round({ getPullRequest: answer(told) })).toEqual([job.number]);
      expect([await stateOf(store.database, job), await isDoubted(job)]).toEqual([settled, false]);
      await letPass(86_400);
      expect(await round()).toEqual([]);
    },
  );

  test("is left alone while a turn may still overwrite it", async () => {
    await addDoubted({ status: "active", reason: "running", lease: "l" });
    await addDoubted({ status: "failed", reason: "cancelled", lease: "l" });
    expect(await round()).toEqual([]);
    await store.database.pool.query("update jobs set status = 'completed', lease = null");
    expect(await round()).toHaveLength(2);
  });

  test("that arises while the host is being asked remains", async () => {
    const job = await addDoubted({ state: "closed" });
    await round({
      async getPullRequest(number) {
        await store.database.pool.query("update jobs set pull_request_doubted_at = clock_timestamp()");
        return { number, url: "u", state: "open", branch: "b" };
      },
    });
    expect(await isDoubted(job)).toBe(true);
  });

  test("remains if its worker died while asking", async () => {
    const job = await addDoubted({ state: "closed" });
    void round({ getPullRequest: () => new Promise(() => undefined) });
    await expect.poll(() => rowOf(store.database, job, "pull_request_check_failures as n")).toEqual({ n: 1 });
    await letPass(20);
    expect(await round({ getPullRequest: answer("merged") })).toEqual([job.number]);
    expect(await stateOf(store.database, job)).toBe("merged");
  });
});

describe("a round", () => {
  test("asks about twenty, longest unasked first, and only once each even with many workers", async () => {
    const projects = [await addProject(store.database), await addProject(store.database)];
    const jobs: SceneJob[] = [];
    for (let n = 0; n < 70; n += 1) jobs.push(await addJob(store.database, projects[n % 2]!));
    await store.database.pool.query(
      `update jobs set pull_request_checked_at = clock_timestamp() - interval '1 day'
         - interval '1 minute' * (pull_request ->> 'number')::integer where (pull_request ->> 'number')::integer > $1`,
      [jobs[9]!.number],
    );
    const first = await round();
    const numbers = jobs.map(({ number }) => number);
    expect([...first].sort((a, b) => a - b)).toEqual([...numbers.slice(0, 10), ...numbers.slice(60)]);
    const others = await Promise.all(Array.from({ length: 8 }, () => round()));
    expect(Math.max(...others.map(({ length }) => length))).toBe(20);
    expect(others.flat().sort((a, b) => a - b)).toEqual(numbers.slice(10, 60));
  });

  test("asks about the others if one fails, and about that one less and less often", async () => {
    const projectId = await addProject(store.database);
    const [bad, good] = [await addJob(store.database, projectId), await addJob(store.database, projectId)];
    const getPullRequest = async (number: number) => {
      if (number === bad.number) throw new AppError("code_host_forbidden", "no");
      return { number, url: "u", state: "open", branch: "b" } as const;
    };
    for (const pause of [601, 1_201, 2_401]) {
      expect(await round({ getPullRequest })).toContain(bad.number);
      await letPass(pause - 10);
      expect(await round({ getPullRequest })).toEqual([good.number]);
      await letPass(10);
    }
    expect(await stateOf(store.database, bad)).toBe("open");
    expect(await round()).toContain(bad.number);
    await letPass(301);
    expect(await round()).toContain(bad.number);
  });

  test("asks an unreachable host once for each project", async () => {
    const [one, two] = [await addProject(store.database), await addProject(store.database)];
    for (const projectId of [one, one, one, two]) await addJob(store.database, projectId);
    const away = async () => Promise.reject(new AppError("code_host_unavailable", "away"));
    expect(await round({ getPullRequest: away })).toHaveLength(2);
  });
});
