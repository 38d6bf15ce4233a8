import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultScene, guideSaying, makeFaultScene, stepsOfJob } from "../helpers/fault-scene.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const crashesOfPoint = 2;
const rounds = full ? 25 : 1;

const fullEffects = ["baseline 1", "prompt 1", "model_answer 1", "tool_result 1", "checks 1"];
const effects = [
  ...["prepared 1", "model_answer 2", "tool_result 2", "model_answer 3"],
  ...["committed 1", "pushed 1", "pull_request 1", "stored 1", ...(full ? fullEffects : [])],
];
const points = ["in stored 1", ...effects.flatMap((effect) => [`before ${effect}`, `after ${effect}`])];
const marks = Array.from({ length: crashesOfPoint }, () => points).flat();

let scene: FaultScene;
let dying: FaultWorker | null = null;

beforeAll(async () => {
  scene = await makeFaultScene();
});

afterAll(async () => {
  await dying?.kill();
  await scene.remove();
});

/** One worker in which each job stands at its point is killed; an ordinary one takes everything over. */
async function crashOnce(round: number): Promise<{ word: string; mark: string; id: string }[]> {
  dying = await startFaultWorker({ ...scene.environment, COPYDESK_CONCURRENCY: String(marks.length) });
  const words = marks.map((_, n) => `gadget-${round}-${n}`);
  const ids = await scene.createJobs(words, (n) => `stop ${marks[n]}`);
  await dying.untilStanding(marks.length);
  await dying.kill();
  const worker = await scene.startWorker({ concurrency: 8 });
  const ended = await scene.untilEnded(ids);
  await worker.stop();
  expect(
    ended.map(({ status, reason, crashes }, n) => `${marks[n]}: ${status} ${reason} ${crashes}`),
  ).toEqual(
    marks.map((mark) => `${mark}: completed pull_request_opened ${mark.startsWith("after stored") ? 0 : 1}`),
  );
  return ids.map((id, n) => ({ id, word: words[n]!, mark: marks[n]! }));
}

/** A call may be repeated only when the worker died with its answer in hand and not yet stored. */
function mayRepeat(mark: string): string | null {
  return /^before model_answer (\d)/.exec(mark)?.[1] ?? null;
}

describe("a worker that dies right before or after any side effect of a job", () => {
  test(
    `leaves nothing that another cannot end: ${points.length} points, ${crashesOfPoint * rounds} crashes each`,
    async () => {
      const jobs: Awaited<ReturnType<typeof crashOnce>> = [];
      for (let round = 0; round < rounds; round += 1) jobs.push(...(await crashOnce(round)));

      const branches = jobs.map(({ id }) => `copydesk/${id}`).sort();
      const pullRequests = await scene.query<{ branch: string }>(
        "select branch from pull_requests order by 1",
      );
      expect(pullRequests.map(({ branch }) => branch).sort()).toEqual(branches);
      expect((await scene.project.branches()).sort()).toEqual(branches);
      for (const { id, word } of jobs) {
        expect(await scene.project.git("show", `copydesk/${id}:guide.md`)).toBe(guideSaying(word));
      }

      const calls = scene.callCounts();
      const stepOf = (call: string) => call.slice(call.lastIndexOf("-") + 1);
      const expected = new Map<string, number>();
      for (const { id, mark } of jobs)
        for (let step = 1; step <= stepsOfJob; step += 1)
          expected.set(`${id} ${step}`, mayRepeat(mark) === String(step) ? 2 : 1);
      const asked = new Map(
        [...calls].map(([call, count]) => [`${call.split("-")[0]} ${stepOf(call)}`, count]),
      );
      expect(asked).toEqual(expected);
      const repeated = [...calls.values()].filter((count) => count > 1).length;
      console.log(
        `crash points: ${jobs.length} crashes at ${points.length} points, ${jobs.length} completed, ` +
          `${pullRequests.length} pull requests; ${calls.size} model calls, ${repeated} repeated whose answer was not stored, 0 whose answer was`,
      );
    },
    timeLimitMs,
  );
});
