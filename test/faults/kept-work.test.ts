import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "../../src/config.ts";
import { cancelJob } from "../../src/jobs/cancel-job.ts";
import { getJobDiff } from "../../src/jobs/get-job-diff.ts";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";
import { startFaultWorker } from "../helpers/fault-worker.ts";

const author = { kind: "service" } as const;

const waitMs = 120_000;

let scene: FaultScene;
let holdAnswer: (word: string, step: number) => Promise<void>;

beforeAll(async () => {
  holdAnswer = async () => undefined;
  scene = await makeFaultScene({ beforeAnswer: ({ word, step }) => holdAnswer(word, step) });
});

afterAll(async () => {
  await scene.remove();
});

const address = (jobId: string) => ({ projectId: scene.project.projectId, jobId });

async function diffOf(jobId: string): Promise<string> {
  const { database } = scene.project.store;
  await expect
    .poll(() => getJobDiff({ database }, address(jobId)).catch(({ code }) => code), { timeout: waitMs })
    .not.toBe("patch_pending");
  return await getJobDiff({ database }, address(jobId));
}

/** The whole change of a job whose one edit is in the log. */
function changeTo(word: string): string {
  return `-Take a widget.\n+Take ${word}.\n`;
}

async function untilWritten(jobId: string): Promise<void> {
  const text = `select 1 from job_events where job_id = $1 and kind = 'tool_result' and data -> 'operations' -> 0 is not null`;
  await expect.poll(async () => (await scene.query(text, [jobId])).length, { timeout: waitMs }).toBe(1);
}

async function withWorker(work: () => Promise<void>, settings: Partial<Config> = {}): Promise<void> {
  const worker = await scene.startWorker(settings);
  try {
    await work();
  } finally {
    await worker.stop();
  }
}

/** A worker is killed after the job's edit was recorded. */
async function killAfterEdit(jobId: string): Promise<void> {
  const worker = await startFaultWorker(scene.environment);
  await worker.untilStanding(1);
  expect([...worker.standing]).toEqual([jobId]);
  await worker.kill();
}

test("a job that is given up after six crashes keeps its work", async () => {
  const [jobId] = await scene.createJobs(["crash"], () => "stop after tool_result 2");
  for (let crash = 1; crash <= 6; crash += 1) {
    // Repeated work is not recorded again: later workers are killed at the next call of the model.
    if (crash === 1) await killAfterEdit(jobId!);
    else await scene.query("update jobs set crash_count = crash_count + 1 where id = $1", [jobId]);
  }
  await withWorker(async () => {
    const [job] = await scene.untilEnded([jobId!]);
    expect(job?.reason).toBe("worker_crashed_repeatedly");
    expect(await diffOf(jobId!)).toContain(changeTo("crash"));
  });
});

test("a job that is cancelled after its worker was killed keeps its work, and is let go of", async () => {
  const [jobId] = await scene.createJobs(["cancel"], () => "stop after tool_result 2");
  await killAfterEdit(jobId!);
  const { database } = scene.project.store;
  await cancelJob({ database }, { ...address(jobId!), author });
  await expect(getJobDiff({ database }, address(jobId!))).rejects.toMatchObject({
    code: "patch_pending",
    details: { retryAfterSeconds: 2 },
  });
  await withWorker(async () => {
    expect(await diffOf(jobId!)).toContain(changeTo("cancel"));
  });
  expect(await scene.query("select worker_id, lease from jobs where id = $1", [jobId])).toEqual([
    { worker_id: null, lease: null },
  ]);
});

test("the diff of a job that is cancelled while it runs is never empty, however soon it is asked for", async () => {
  const held = Promise.withResolvers<void>();
  holdAnswer = (word, step) => (word === "running" && step > 2 ? held.promise : Promise.resolve());
  await withWorker(async () => {
    const [jobId] = await scene.createJobs(["running"]);
    await untilWritten(jobId!);
    const { database } = scene.project.store;
    await cancelJob({ database }, { ...address(jobId!), author });
    expect(await diffOf(jobId!)).toContain(changeTo("running"));
  });
  held.resolve();
});

test("work whose turn ended by time while another worker repeated it is kept", async () => {
  const [jobId] = await scene.createJobs(["late"], () => "stop after tool_result 2");
  await killAfterEdit(jobId!);
  await scene.query("update jobs set turn_started_at = turn_started_at - interval '1 day' where id = $1", [
    jobId,
  ]);
  await withWorker(async () => {
    expect((await scene.untilEnded([jobId!]))[0]?.reason).toBe("timed_out");
    expect(await diffOf(jobId!)).toContain(changeTo("late"));
  });
});

test("work of a job that ends by its budget is kept", async () => {
  await withWorker(
    async () => {
      const [jobId] = await scene.createJobs(["budget"]);
      expect((await scene.untilEnded([jobId!]))[0]?.reason).toBe("budget_exceeded");
      expect(await diffOf(jobId!)).toContain(changeTo("budget"));
    },
    {
      budgetMax: {
        maxSteps: 2,
        maxTokens: null,
        maxCostUsd: null,
        timeoutSeconds: 600,
      },
    },
  );
});

test("a follow-up to a job whose work is not collected yet goes on from that work", async () => {
  const [jobId] = await scene.createJobs(["first"], () => "stop after tool_result 2");
  await killAfterEdit(jobId!);
  const { database } = scene.project.store;
  await cancelJob({ database }, { ...address(jobId!), author });
  await scene.followUp(jobId!, "second");
  await withWorker(async () => {
    expect((await scene.untilEnded([jobId!]))[0]?.reason).toBe("pull_request_opened");
    expect(await diffOf(jobId!)).toContain(changeTo("second"));
  });
  const restored = await scene.query(
    "select data ->> 'startCommit' <> data ->> 'baseCommit' as restored from job_events where job_id = $1 and kind = 'prepared' order by seq desc limit 1",
    [jobId],
  );
  expect(restored).toEqual([{ restored: true }]);
});

test("a job whose collecting kills its worker is left alone after three tries", async () => {
  const [jobId] = await scene.createJobs(["deadly"], () => "stop after tool_result 2");
  await killAfterEdit(jobId!);
  const { database } = scene.project.store;
  await cancelJob({ database }, { ...address(jobId!), author });
  await scene.query("update jobs set patch_tries = 3 where id = $1", [jobId]);
  await withWorker(async () => expect(await diffOf(jobId!)).toBe(""));
});
