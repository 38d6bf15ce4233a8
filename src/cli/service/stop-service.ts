import { countOf } from "../../text/count-of.ts";
import type { CliIo, RunningService } from "../deps.ts";

const namedMax = 3;
const patienceMs = 2_000;

/** Stops the service, and says what it waits for unless it stops at once. */
export async function stopService({ stderr }: Pick<CliIo, "stderr">, service: RunningService): Promise<void> {
  const jobs = service.runningJobs();
  // The terminal shows Ctrl-C as "^C" without a line end.
  const start = stderr.columns === null ? "" : "\n";
  if (jobs.length > 0) stderr.write(`${start}${describeJobs(jobs)}\n`);
  const late = setTimeout(() => {
    if (jobs.length === 0) stderr.write(`${start}Stopping: waiting for open connections to close.\n`);
  }, patienceMs);
  try {
    await service.stop();
  } finally {
    clearTimeout(late);
  }
}

function describeJobs(jobs: readonly string[]): string {
  const names = [...jobs.slice(0, namedMax), ...(jobs.length > namedMax ? ["…"] : [])].join(", ");
  const [run, get, go] =
    jobs.length === 1
      ? ["is still running", "It gets", "it goes"]
      : ["are still running", "They get", "they go"];
  return `Stopping: ${countOf(jobs, "job")} ${run} (${names}). ${get} 10 seconds to end, then ${go} back to the queue and on at the next start. Ctrl-C again ends at once; no job is lost.`;
}
