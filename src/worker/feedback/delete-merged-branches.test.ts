import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addJob,
  addProject,
  headCommit,
  rowOf,
  type SceneJob,
  stateOf,
} from "../../../test/helpers/feedback-scene.ts";
import { commitAll, createRepository, git, temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { createScriptedHost } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import { AppError } from "../../errors.ts";
import { deletionTriesMax } from "../../feedback/claim-branch-deletions.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import { type DeleteBranchOptions, deleteBranch } from "../../git/remote/delete-branch.ts";
import { createLog } from "../../log.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { type DeleteBranch, deleteMergedBranches } from "./delete-merged-branches.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });
const signal = new AbortController().signal;
const wanted: ProjectSettings = { pullRequests: { deleteBranch: true } };

beforeAll(async () => {
  store = await createTestDatabase();
});

beforeEach(() => store.database.pool.query("truncate projects cascade"));

afterAll(() => store.drop());

interface Round {
  deleteBranch?: DeleteBranch;
  /** The host's state of every pull request; null: it does not know it. */
  state?: "open" | "merged" | "closed" | null;
}

/** One round of one worker; returns what was deleted. */
async function round({ state = "merged", ...script }: Round = {}): Promise<DeleteBranchOptions[]> {
  const asked: DeleteBranchOptions[] = [];
  const { openProjectHost } = createScriptedHost({
    getPullRequest: async (number) => state && { number, url: "u", state, branch: "b" },
  });
  const deleteOne: DeleteBranch = async (options) => {
    asked.push(options);
    return await (script.deleteBranch?.(options) ?? "deleted");
  };
  const deps = { database: store.database, log, openProjectHost, allowPrivateAddresses: true };
  await deleteMergedBranches({ ...deps, deleteBranch: deleteOne }, signal);
  return asked;
}

/** A job whose pull request has just ended. */
async function endedJob(
  settings: ProjectSettings = wanted,
  columns: Parameters<typeof addJob>[2] = {},
  state: "merged" | "closed" = "merged",
): Promise<SceneJob> {
  const job = await addJob(store.database, await addProject(store.database, settings), columns);
  await setPullRequestState(store.database, { jobId: job.id, number: job.number }, state);
  return job;
}

async function letPass(seconds: number): Promise<void> {
  await store.database.pool.query(
    "update jobs set branch_delete_due_at = branch_delete_due_at - make_interval(secs => $1)",
    [seconds],
  );
}

async function isDeleted(job: SceneJob): Promise<boolean> {
  return (await rowOf<{ at: Date | null }>(store.database, job, "branch_deleted_at as at")).at !== null;
}

describe("the branch of an ended pull request", () => {
  test.each(["merged", "closed"] as const)(
    "that was %s is deleted once, and that is recorded",
    async (state) => {
      const job = await endedJob(wanted, {}, state);
      const [options, ...none] = await round({ state });
      expect(options).toMatchObject({ branch: job.branch, commit: headCommit, allowPrivateAddresses: true });
      expect(options!.repository).toMatchObject({ url: "https://git.example/acme/docs" });
      expect(await options!.access?.()).toEqual({ login: null, ssh: null });
      expect([none, await isDeleted(job)]).toEqual([[], true]);
      await letPass(86_400);
      expect(await round({ state })).toEqual([]);
    },
  );

  test("is deleted in the fork that it was pushed to", async () => {
    await endedJob(wanted, {
      fork: JSON.stringify({ repository: "https://git.example/bot/docs", owner: "bot" }),
    });
    expect(await round()).toMatchObject([{ repository: { url: "https://git.example/bot/docs" } }]);
  });

  test.each([
    ["the project does not say so", {}, {}],
    ["the project says no", { pullRequests: { deleteBranch: false } }, {}],
    ["nothing was ever pushed", wanted, { head_commit: null }],
    ["it is not one of Copydesk's names", wanted, { branch: "main" }],
  ] as [string, ProjectSettings, Record<string, unknown>][])(
    "stays if %s",
    async (_why, settings, columns) => {
      const job = await endedJob(settings, columns);
      expect([await round(), await isDeleted(job)]).toEqual([[], false]);
    },
  );

  test("stays if the project changes its mind before", async () => {
    await endedJob();
    await store.database.pool.query("update projects set settings = '{}'");
    expect(await round()).toEqual([]);
  });

  test("stays, also later, if it has other people's commits", async () => {
    const job = await endedJob();
    expect(await round({ deleteBranch: async () => "changed" })).toHaveLength(1);
    await letPass(86_400);
    expect([await round(), await isDeleted(job)]).toEqual([[], false]);
  });

  test("is not deleted if it ended before the project asked for that", async () => {
    const job = await endedJob({});
    await store.database.pool.query("update projects set settings = $1", [JSON.stringify(wanted)]);
    expect([await round(), await isDeleted(job)]).toEqual([[], false]);
  });
});

test("the branch stays if a late delivery calls its pull request closed, and the pull request is open again", async () => {
  const job = await endedJob(wanted, {}, "closed");
  expect(await round({ state: "open" })).toEqual([]);
  await letPass(86_400);
  expect([await round(), await stateOf(store.database, job), await isDeleted(job)]).toEqual([
    [],
    "open",
    false,
  ]);
  await setPullRequestState(store.database, { jobId: job.id, number: job.number }, "merged");
  expect(await round()).toHaveLength(1);
});

describe("a turn of the job", () => {
  const active = "update jobs set status = 'active', lease = 'l'";

  test("that is under way keeps the branch until it ends", async () => {
    const job = await endedJob();
    await store.database.pool.query(active);
    expect(await round()).toEqual([]);
    await store.database.pool.query("update jobs set status = 'failed'");
    expect(await round()).toEqual([]);
    await store.database.pool.query("update jobs set lease = null");
    expect([(await round()).length, await isDeleted(job)]).toEqual([1, true]);
  });

  test("that begins while the host is being asked keeps the branch", async () => {
    const job = await endedJob();
    const { openProjectHost } = createScriptedHost({
      async getPullRequest(number) {
        await store.database.pool.query(active);
        return { number, url: "u", state: "merged", branch: "b" };
      },
    });
    const deleted: string[] = [];
    const never: DeleteBranch = async ({ branch }) => {
      deleted.push(branch);
      return "deleted";
    };
    const deps = { database: store.database, log, openProjectHost, allowPrivateAddresses: true };
    await deleteMergedBranches({ ...deps, deleteBranch: never }, signal);
    expect(deleted).toEqual([]);
    await store.database.pool.query("update jobs set status = 'completed', lease = null");
    await letPass(60);
    expect([(await round()).length, await isDeleted(job)]).toEqual([1, true]);
  });

  test("that pushed again and whose next pull request was merged has its branch deleted again", async () => {
    const job = await endedJob();
    await round();
    const next = JSON.stringify({ number: job.number + 1_000, url: "u", state: "open", branch: job.branch });
    const newest = "d".repeat(40);
    await store.database.pool.query("update jobs set pull_request = $1, head_commit = $2", [next, newest]);
    expect(await round()).toEqual([]);
    await setPullRequestState(store.database, { jobId: job.id, number: job.number + 1_000 }, "merged");
    expect(await isDeleted(job)).toBe(false);
    expect((await round()).map(({ commit }) => commit)).toEqual([newest]);
    expect(await isDeleted(job)).toBe(true);
  });
});

describe("a deletion that fails", () => {
  const refused: DeleteBranch = async () => {
    throw new AppError("push_rejected", "protected branch");
  };

  test("is retried at growing intervals, ten times", async () => {
    const job = await endedJob();
    let waited = 0;
    for (let n = 1; n <= deletionTriesMax; n += 1) {
      expect(await round({ deleteBranch: refused })).toHaveLength(1);
      const pause = Math.min(6 * 3_600, 60 * 2 ** (n - 1));
      await letPass(pause - 5);
      expect(await round()).toEqual([]);
      await letPass(5);
      waited += pause;
    }
    expect(waited).toBeGreaterThan(12 * 3_600);
    await letPass(7 * 86_400);
    expect([await round(), await isDeleted(job)]).toEqual([[], false]);
  });

  test("does not keep the round's other branches from being deleted", async () => {
    const jobs = [await endedJob(), await endedJob(), await endedJob()];
    const script: DeleteBranch = (options) =>
      options.branch === jobs[1]!.branch ? refused(options) : Promise.resolve("deleted");
    await round({ deleteBranch: script });
    expect(await Promise.all(jobs.map(isDeleted))).toEqual([true, false, true]);
  });
});

test("many workers at once delete each branch once", async () => {
  for (let n = 0; n < 30; n += 1) await endedJob();
  const rounds = await Promise.all(Array.from({ length: 6 }, () => round()));
  const branches = rounds.flat().map(({ branch }) => branch);
  expect([branches.length, new Set(branches).size]).toEqual([30, 30]);
});

describe("with real git", () => {
  const cleanups: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function pushedJob() {
    const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
    const other = await commitAll(path, "somebody's");
    const folder = await temporaryFolder();
    cleanups.push(remove, () => rm(folder, { recursive: true, force: true }));
    const bare = join(folder, "site.git");
    await git("/", ["clone", "--quiet", "--bare", path, bare]);
    const job = await endedJob(wanted, { repository: bare, head_commit: commit });
    await git(bare, ["branch", job.branch, commit]);
    const branches = async () => (await git(bare, ["for-each-ref", "--format=%(refname:short)"])).split("\n");
    return { job, bare, other, branches };
  }

  test("a worker that dies between deleting and recording leaves it to the next, which finds it gone", async () => {
    const { job, branches } = await pushedJob();
    void round({
      async deleteBranch(options) {
        await deleteBranch(options);
        return await new Promise(() => undefined);
      },
    });
    await expect.poll(branches).toEqual(["main"]);
    expect(await isDeleted(job)).toBe(false);
    await letPass(60);
    const outcomes: string[] = [];
    await round({
      async deleteBranch(options) {
        const outcome = await deleteBranch(options);
        outcomes.push(outcome);
        return outcome;
      },
    });
    expect([outcomes, await isDeleted(job), await branches()]).toEqual([["gone"], true, ["main"]]);
  });

  test("a worker that dies before deleting leaves it to the next", async () => {
    const { job, branches } = await pushedJob();
    void round({ deleteBranch: () => new Promise(() => undefined) });
    await expect.poll(() => rowOf(store.database, job, "branch_delete_tries as n")).toEqual({ n: 1 });
    await letPass(60);
    await round({ deleteBranch });
    expect([await isDeleted(job), await branches()]).toEqual([true, ["main"]]);
  });

  test("a branch with somebody's commit on it stays", async () => {
    const { job, bare, other, branches } = await pushedJob();
    await git(bare, ["update-ref", `refs/heads/${job.branch}`, other]);
    await round({ deleteBranch });
    expect([await isDeleted(job), await branches()]).toEqual([false, [job.branch, "main"]]);
  });
});
