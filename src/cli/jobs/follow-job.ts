import { setTimeout as sleep } from "node:timers/promises";
import type { JobAddress } from "../../jobs/get-job.ts";
import type { JobEventRecord } from "../../jobs/list-job-events.ts";
import type { JobRecord } from "../../jobs/record.ts";
import type { Verbs } from "../verbs/verbs.ts";

const pollMs = 150;
const pageSize = 1_000;

/** Delivers each event as it comes, until the job is no longer active or the signal is aborted. */
export async function followJob(
  verbs: Pick<Verbs, "getJob" | "listJobEvents">,
  address: JobAddress,
  { onEvent, signal, ...from }: { onEvent(event: JobEventRecord): void; signal: AbortSignal; after?: number },
): Promise<JobRecord> {
  let after = from.after ?? 0;
  for (;;) {
    // The record is read first, so that the events include whatever ended the job.
    const job = await verbs.getJob(address);
    for (let events = await page(); events.length > 0; events = await page()) {
      for (const event of events) onEvent(event);
      after = events.at(-1)!.seq;
      if (events.length < pageSize) break;
    }
    if (job.status !== "active" || signal.aborted) return job;
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }

  function page(): Promise<JobEventRecord[]> {
    return verbs.listJobEvents(address, { after, limit: pageSize });
  }
}
