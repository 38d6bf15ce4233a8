import { isAppError } from "../errors.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { TranscriptBucket } from "./transcript-bucket.ts";

export interface BucketDeps {
  /** Where transcripts go that leave the store; null or absent: they are removed. */
  bucket?: Pick<TranscriptBucket, "bringBack"> | null;
}

/** What needs a job's transcript, once more when that has to be brought back for it. */
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
