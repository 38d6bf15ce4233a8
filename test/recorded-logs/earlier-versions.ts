import type { RecordedJob } from "./log-format.ts";

type Row = Record<string, unknown>;

export const earlierVersions = [1, 2] as const;

/** What a version did not write yet, of those events that a worker repeats. */
const leftOut: Record<number, Record<string, readonly string[]>> = {
  1: {
    started: ["crashCount", "resumes"],
    prepared: ["startCommit", "note"],
    tool_result: ["warning"],
    baseline: ["notJudged"],
    checks: ["notJudged"],
    previewed: ["notJudged"],
  },
  2: { baseline: ["notJudged"], checks: ["notJudged"], previewed: ["notJudged"] },
};

/** The first turn of a log as an earlier version of the record would have it. */
export function logAsOf(job: RecordedJob, version: number): RecordedJob {
  const events = job.events.map((event) => {
    const missing = leftOut[version]![event.kind] ?? [];
    const kept = Object.entries(event.data).filter(([name]) => !missing.includes(name));
    return { ...event, version, data: Object.fromEntries(kept) as Row };
  });
  return { ...job, events };
}
