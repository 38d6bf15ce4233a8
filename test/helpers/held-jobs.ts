import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type FaultScene, makeFaultScene, stepsOfJob } from "./fault-scene.ts";

const heldStep = 2;

export interface HeldJobs {
  scene: FaultScene;
  /** Jobs that all wait for the answer to their second call, until `answerAll`. */
  start(names: readonly string[]): Promise<string[]>;
  answerAll(): void;
}

/** A scene whose model answers the second call of jobs when a test lets it. */
export async function makeHeldJobs(): Promise<HeldJobs> {
  let held: PromiseWithResolvers<void> | null = null;
  let waiting = 0;
  const scene = await makeFaultScene({
    async beforeAnswer({ step }) {
      if (step !== heldStep || held === null) return;
      waiting += 1;
      await held.promise;
    },
  });
  return {
    scene,
    async start(names) {
      held = Promise.withResolvers();
      waiting = 0;
      const ids = await scene.createJobs([...names]);
      while (waiting < ids.length) {
        expect(await scene.query("select id, reason, message from jobs where status = 'failed'")).toEqual([]);
        await sleep(100);
      }
      return ids;
    },
    answerAll() {
      held?.resolve();
      held = null;
    },
  };
}

/**
 * One pull request and one branch for each job, each answer stored once. Calls whose answer was on its way
 * to a worker that was lost may be made twice: those that were held, or any.
 */
export async function assertEndedOnce(
  scene: FaultScene,
  ids: readonly string[],
  { repeated }: { repeated: "none" | "held" | "any" },
): Promise<void> {
  const opened = await scene.query<{ n: number }>(
    "select count(*)::integer as n from pull_requests where job_id = any($1) group by job_id",
    [ids],
  );
  expect(opened.map(({ n }) => n)).toEqual(ids.map(() => 1));
  const branches = new Set(await scene.project.branches());
  expect(ids.filter((id) => !branches.has(`copydesk/${id}`))).toEqual([]);
  const answers = await scene.query<{ n: number }>(
    "select count(*)::integer as n from job_events where job_id = any($1) and kind = 'model_answer' group by job_id",
    [ids],
  );
  expect(answers.map(({ n }) => n)).toEqual(ids.map(() => stepsOfJob));
  const asked = [...scene.callCounts()].filter(([name]) => ids.some((id) => name.startsWith(id)));
  const mayRepeat = (name: string) =>
    repeated === "any" || (repeated === "held" && name.endsWith(`-${heldStep}`));
  expect(asked.filter(([name, count]) => count > (mayRepeat(name) ? 2 : 1))).toEqual([]);
}
