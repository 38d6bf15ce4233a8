import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";

const timeLimitMs = 600_000;
/** As long as they are in earnest, divided by five. */
const limits = { probeMs: 400, failMs: 2_000, endMs: 3_000 };
const forEver = 600_000;

let scene: FaultScene;
const workers: FaultWorker[] = [];

beforeAll(async () => {
  scene = await makeFaultScene();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

afterAll(() => scene.remove());

async function startWorker(concurrency: number, environment = {}): Promise<FaultWorker> {
  const worker = await startFaultWorker({
    ...scene.environment,
    COPYDESK_CONCURRENCY: String(concurrency),
    STALL_LIMITS: JSON.stringify(limits),
    ...environment,
  });
  workers.push(worker);
  return worker;
}

const longest = (id: string) =>
  scene.query<{ ms: number; note: string | null }>(
    "select longest_stall_ms as ms, stall_note as note from jobs where id = $1",
    [id],
  );

const patchOf = async (id: string) =>
  (await scene.query<{ patch: string | null }>("select patch from jobs where id = $1", [id]))[0]?.patch;

const briefly = ({ reason, crashes }: { reason: string; crashes: number }) => `${reason} ${crashes}`;

test(
  "a job that stops its worker for the limit fails as check_timeout with its patch, the others there go on",
  async () => {
    const ids = await scene.createJobs(["stop", "other-1", "other-2"], (n) =>
      n === 0 ? `stall ${forEver} at checks` : "",
    );
    // It goes on when it is marked: by the clock, a busy machine would let it go on too soon, or end the
    // process.
    const goOn = join(scene.environment.COPYDESK_DATA!, "go-on");
    const unending = { ...limits, endMs: forEver };
    const worker = await startWorker(3, { STALL_LIMITS: JSON.stringify(unending), STALL_UNTIL: goOn });
    await expect.poll(async () => (await longest(ids[0]!))[0]!.note, { timeout: timeLimitMs }).not.toBeNull();
    await writeFile(goOn, "");
    const [stopped, ...others] = await scene.untilEnded(ids);
    expect(stopped).toMatchObject({
      status: "failed",
      reason: "check_timeout",
      message: expect.stringMatching(/stopped its worker for \d+ seconds/),
      crashes: 0,
    });
    expect(others.map(briefly)).toEqual(["pull_request_opened 0", "pull_request_opened 0"]);
    expect(await patchOf(ids[0]!)).toContain("+Take stop.");
    // The watchdog counts from the last sign of life, which came up to a probe before the thread stood still.
    expect((await longest(ids[0]!))[0]!.ms).toBeGreaterThanOrEqual(limits.failMs - limits.probeMs);
    expect(worker.child.exitCode).toBeNull();
  },
  timeLimitMs,
);

test(
  "a job that stops its worker for good ends the process, is claimed by nobody again, and costs the jobs beside it no crash",
  async () => {
    const ids = await scene.createJobs(["for-good", "beside"], (n) =>
      n === 0 ? `stall ${forEver} at checks` : "stop before model_answer 1",
    );
    const first = await startWorker(2);
    await first.ended;
    expect(first.child.signalCode).toBe("SIGKILL");
    const marked = await longest(ids[0]!);
    expect(marked[0]!.note).toMatch(/stopped its worker/);
    const calls = scene.callCounts().size;
    const second = await startWorker(2);
    await second.untilStanding(1);
    second.goOn();
    const [stopped, beside] = await scene.untilEnded(ids);
    expect(stopped).toMatchObject({ status: "failed", reason: "check_timeout" });
    expect(briefly(beside!)).toBe("pull_request_opened 0");
    expect(
      [...scene.callCounts().keys()].filter((name) => name.includes(ids[0]!)).length,
    ).toBeLessThanOrEqual(calls);
    await expect.poll(() => patchOf(ids[0]!), { timeout: timeLimitMs }).toContain("+Take for-good.");
    await scene.followUp(ids[0]!, "again");
    expect((await scene.untilEnded([ids[0]!]))[0]).toMatchObject({ status: "completed" });
  },
  timeLimitMs,
);

test(
  "a worker that was stopped as a whole has not stalled",
  async () => {
    const stoppedMs = 15_000;
    const [id] = await scene.createJobs(["asleep"], () => "stop before model_answer 1");
    const worker = await startWorker(1);
    await worker.untilStanding(1);
    worker.child.kill("SIGSTOP");
    await sleep(stoppedMs);
    worker.child.kill("SIGCONT");
    worker.goOn();
    const [ended] = await scene.untilEnded([id!]);
    expect(briefly(ended!)).toBe("pull_request_opened 0");
    expect((await longest(id!))[0]!.ms).toBeLessThan(stoppedMs);
  },
  timeLimitMs,
);
