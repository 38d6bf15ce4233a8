import type { TranscriptBucket } from "../../bucket/transcript-bucket.ts";
import { pruneJobs, type Retention } from "../../jobs/prune-jobs.ts";
import type { Log } from "../../log.ts";
import type { Database } from "../../store/database.ts";

const batch = 100;
/** Enough for a minute: the rest follows a minute later. */
const batchesMax = 50;
const sweptMax = 20;

export interface PruneDeps {
  database: Database;
  log: Log;
  /** Without it nothing is removed. */
  retention?: Retention;
  /** Keeps the transcripts that are removed; null or absent: they are not kept. */
  bucket?: TranscriptBucket | null;
}

/**
 * Removes what exceeds the retention of the projects and the service, in small transactions. Stops early if
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
