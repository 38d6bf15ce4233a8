import type { ClaimedJob } from "../jobs/lease/claim-job.ts";

/** The part of a claimed job that its run depends on. */
export type JobSpec = Omit<ClaimedJob, "lease" | "crashCount" | "turnSeq" | "patchSeq" | "stallNote"> & {
  /** The same for every attempt that repeats the same record; names the model calls. */
  callPrefix: string;
};

export function toJobSpec(job: ClaimedJob): JobSpec {
  const { lease: _, crashCount: __, patchSeq: ___, stallNote: ____, turnSeq, ...spec } = job;
  return { ...spec, callPrefix: `${job.id}-${job.turn}-${turnSeq}` };
}
