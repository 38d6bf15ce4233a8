import type { JobRecord } from "../../jobs/record.ts";
import type { CommandContext } from "../command.ts";
import type { CliStore } from "../deps.ts";
import { followJob } from "../jobs/follow-job.ts";
import { watchSignals } from "../service/watch-signals.ts";
import { startProgress } from "./progress.ts";

const queuedHintMs = 5_000;

/** Shows the job's events above `after` on standard error until it ends or a signal comes. */
export async function waitWithProgress(
  { deps: { io } }: CommandContext,
  store: CliStore,
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
    const job = await followJob(store, address, {
      after,
      signal: watch.signal,
      onEvent(event) {
        if (event.kind !== "created") clearTimeout(hint);
        progress.event(event);
      },
    });
    if (job.status === "active") progress.line("the job goes on without this command");
    return job;
  } finally {
    clearTimeout(hint);
    progress.close();
    watch.close();
  }
}
