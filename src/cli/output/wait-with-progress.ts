import type { JobRecord } from "../../jobs/record.ts";
import type { CommandContext } from "../command.ts";
import { followJob } from "../jobs/follow-job.ts";
import { watchSignals } from "../service/watch-signals.ts";
import type { Verbs } from "../verbs/verbs.ts";
import { startProgress } from "./progress.ts";

const queuedHintMs = 5_000;

/** Shows the job's events after `after` on standard error until the job ends or a signal comes. */
export async function waitWithProgress(
  { deps: { io } }: CommandContext,
  verbs: Pick<Verbs, "getJob" | "listJobEvents">,
  address: { projectId: string; jobId: string },
  after = 0,
): Promise<JobRecord> {
  const watch = watchSignals(io);
  const progress = startProgress(io.stderr);
  const hint = setTimeout(
    () => progress.line("still queued; a worker must be running: copydesk serve"),
    queuedHintMs,
  );
  try {
    const job = await followJob(verbs, address, {
      after,
      signal: watch.signal,
      onEvent(event) {
        if (event.kind !== "created") clearTimeout(hint);
        progress.event(event);
      },
    });
    if (job.status === "active") progress.line("the job continues without this command");
    return job;
  } finally {
    clearTimeout(hint);
    progress.close();
    watch.close();
  }
}
