import type { Culprit, RunningJob } from "./watch-messages.ts";

interface Verdict {
  /** The job that fails. */
  guilty: RunningJob | null;
  /** Jobs that certainly had no part in it; for all others it counts as a crash. */
  innocent: RunningJob[];
}

/**
 * Finds the job that stopped the main thread: the one at work there, or the only one running. If several ran
 * and the thread could not be asked, the culprit is unknown, and each job is a suspect.
 */
export function judgeStall(jobs: readonly RunningJob[], { lease }: Culprit): Verdict {
  if (lease === undefined) return { guilty: jobs.length === 1 ? jobs[0]! : null, innocent: [] };
  const guilty = jobs.find((job) => job.lease === lease) ?? null;
  return { guilty, innocent: jobs.filter((job) => job !== guilty) };
}

export function describeStall(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `This job stopped its worker for ${seconds} seconds and was given up; the work so far is in its diff. Look for a page, a pattern or an edit that is unusually large or deeply nested.`;
}
