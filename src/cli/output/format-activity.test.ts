import { expect, test } from "vitest";
import type { Activity } from "../../jobs/activity-schema.ts";
import { describeSeconds, formatActivity } from "./format-activity.ts";

const job = (n: number): Activity["jobs"][number] => ({
  ...{ id: `job_${n}`, projectId: "prj_1", projectName: "Docs", prompt: "Say\nmore about it", model: "m/x" },
  ...{ reason: n === 0 ? "running" : "queued", turn: 1, lastEvent: "tool_result", sinceSeconds: 41 },
  ...{ steps: 6, tokens: 51_200, costUsd: null },
});

const now: Activity = {
  queue: { queued: 3, waitingCapacity: 1, running: 1, oldestQueuedSeconds: 185, openPullRequests: 7 },
  workers: [
    { id: "a", startedAt: "2026-11-22T08:00:00.000Z", running: 1, aliveSeconds: 1 },
    { id: "b", startedAt: "2026-11-22T08:00:00.000Z", running: 0, aliveSeconds: 90 },
  ],
  lastHour: { created: 12, completed: 9, failed: 1, tokens: 412_000, costUsd: 1.25 },
  jobs: [job(0), job(1), job(2), job(3)],
};

const plain = { color: false, columns: 80 };

test("says what runs, what waits for how long, and what the last hour was", () => {
  expect(formatActivity(now, { color: false, columns: null }).split("\n").slice(0, 7)).toEqual([
    "Queue     1 running, 3 queued, the oldest for 3:05, 1 waiting for reviewers",
    "Workers   1, running 1",
    "Last hour 12 created, 9 completed, 1 failed, 412,000 tokens, $1.25",
    "Reviews   7 open pull requests",
    "",
    "JOB    STATE    FOR   AT           STEPS  TOKENS  USD  PROJECT  PROMPT",
    "job_0  running  41 s  tool_result  6      51,200  –    Docs     Say more about it",
  ]);
});

test("fits into the terminal, and says what it leaves out", () => {
  const lines = formatActivity(now, plain, 9).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(9);
  expect(lines.at(-1)).toBe("… and 2 more");
  expect(lines.every((line) => line.length <= 80)).toBe(true);
});

test("says that nothing runs", () => {
  const idle = { ...now, jobs: [], workers: [], queue: { ...now.queue, queued: 0 } };
  const text = formatActivity(idle, plain);
  expect(text).toContain("0 queued, 1 waiting");
  expect(text).toContain("Workers   0, running none");
  expect(text).toContain("No job is active.");
});

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1:00"],
  [7_210, "2:00:10"],
])("%d seconds are %s", (seconds, text) => {
  expect(describeSeconds(seconds)).toBe(text);
});
