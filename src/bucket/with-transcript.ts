import { isAppError } from "../errors.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { TranscriptBucket } from "./transcript-bucket.ts";

export interface BucketDeps {
  /** Destination of transcripts that leave the store; null or absent: they are deleted. */
  bucket?: Pick<TranscriptBucket, "bringBack"> | null;
}

/** Runs an action that needs a job's transcript, and again if that had to be brought back first. */
export async function withTranscript<T>(
  { bucket = null }: BucketDeps,
  address: JobAddress,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (bucket === null || !isAppError(error, "transcript_expired")) throw error;
    if (!(await bucket.bringBack(address))) throw error;
    return await action();
  }
}
