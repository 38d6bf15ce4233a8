import { pruneJobs, type Retention } from "../jobs/prune-jobs.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";

const batch = 100;
/** A minute's worth: the rest has its turn a minute later. */
const batchesMax = 50;

/**
 * Removes what is older than the projects and the service keep it, in small transactions. Stops early when
 * the worker does.
 */
export async function pruneOldJobs(
  { database, log, retention }: { database: Database; log: Log; retention?: Retention },
  signal: AbortSignal,
): Promise<void> {
  if (retention === undefined) return;
  const sum = { transcripts: 0, records: 0 };
  for (let done = 0; done < batchesMax && !signal.aborted; done += 1) {
    const { transcripts, records } = await pruneJobs(database, retention, batch);
    sum.transcripts += transcripts;
    sum.records += records;
    if (transcripts < batch && records < batch) break;
  }
  if (sum.transcripts + sum.records > 0) log.info(sum, "removed what is kept no longer");
}
