import type { TranscriptBucket } from "../bucket/transcript-bucket.ts";
import { pruneJobs, type Retention } from "../jobs/prune-jobs.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";

const batch = 100;
/** A minute's worth: the rest has its turn a minute later. */
const batchesMax = 50;
const sweptMax = 20;

export interface PruneDeps {
  database: Database;
  log: Log;
  /** Nothing is removed when not given. */
  retention?: Retention;
  /** Keeps the transcripts that are removed; null or absent: nothing does. */
  bucket?: TranscriptBucket | null;
}

/**
 * Removes what is older than the projects and the service keep it, in small transactions. Stops early when
 * the worker does.
 */
export async function pruneOldJobs(
  { database, log, retention, bucket = null }: PruneDeps,
  signal: AbortSignal,
): Promise<void> {
  if (retention === undefined) return;
  const sum = { transcripts: 0, records: 0 };
  for (let done = 0; done < batchesMax && !signal.aborted; done += 1) {
    const { transcripts, records } = await pruneJobs(database, retention, { limit: batch, bucket });
    sum.transcripts += transcripts;
    sum.records += records;
    if (transcripts < batch && records < batch) break;
  }
  if (sum.transcripts + sum.records > 0) log.info(sum, "removed what has passed its retention");
  if (bucket === null) return;
  while (!signal.aborted && (await bucket.sweep(sweptMax)) === sweptMax);
}
