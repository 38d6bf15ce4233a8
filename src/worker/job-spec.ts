import type { ClaimedJob } from "../jobs/lease/claim-job.ts";

/** The part of a claimed job that its run depends on. */
export type JobSpec = Omit<
  ClaimedJob,
  "lease" | "crashCount" | "turnSeq" | "patchSeq" | "stallNote" | "waitedMs"
> & {
  /** Prefix of the model calls' names, the same for every attempt that repeats the same record. */
  callPrefix: string;
};

export function toJobSpec(job: ClaimedJob): JobSpec {
  const { lease: _, crashCount: __, patchSeq: ___, stallNote: ____, waitedMs: _____, turnSeq, ...spec } = job;
  return { ...spec, callPrefix: `${job.id}-${job.turn}-${turnSeq}` };
}
