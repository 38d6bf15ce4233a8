import { readEvent, type StoredEvent } from "../jobs/read-event.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

const relevant = `
  select kind, version, data from job_events
  where job_id = $1 and kind in ('committed', 'previewed', 'pull_request_state') order by seq`;

/** Loads the turns' summaries of the change, oldest first, without those from before a merge. */
export async function loadSummaries({ pool }: Pick<Database, "pool">, jobId: string): Promise<string[]> {
  const { rows } = await guardStore(() => pool.query<StoredEvent>(relevant, [jobId]));
  let said: string[] = [];
  let isMerged = false;
  for (const event of rows.map(readEvent)) {
    if (event?.kind === "pull_request_state") isMerged = event.data.state === "merged";
    if (event?.kind !== "committed" && event?.kind !== "previewed") continue;
    if (isMerged) said = [];
    isMerged = false;
    const summary = event.data.summary.trim();
    // The commit of a reviewer's edits repeats the previous summary.
    if (summary.startsWith(said.at(-1) ?? "\0")) said.pop();
    if (summary !== "") said.push(summary);
  }
  return said;
}
