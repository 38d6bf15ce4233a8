import { parseAnswer } from "./call-operation.ts";
import { createOutage } from "./endure-outage.ts";
import { TimeoutError } from "./errors.ts";
import type { JobRecord } from "./generated-types.ts";
import { exchange, type Transport } from "./send.ts";
import { within } from "./watch.ts";

// Shorter than what proxies allow a request to be silent.
const waitSeconds = 30;
const progressSeconds = 5;

export interface WaitOptions {
  /** How long to wait at most; for as long as the job needs when absent. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the record at once, and within 5 seconds after each change. */
  onProgress?: ((job: JobRecord) => void | Promise<void>) | undefined;
  /** How long the service may be away meanwhile; 2 minutes when absent. */
  outageMs?: number | undefined;
}

/** Answers the job when it is no longer active. Throws `TimeoutError` when it still is; see `jobs.wait`. */
export function waitForJob(
  transport: Transport,
  jobId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, signal, onProgress, outageMs }: WaitOptions = {},
): Promise<JobRecord> {
  const toReason = () => stillActive(jobId, timeoutMs);
  return within({ signal, ms: timeoutMs, toReason }, async (inner) => {
    const outage = createOutage(outageMs);
    let wait = onProgress ? 0 : waitSeconds;
    let known = "";
    for (;;) {
      const text = await ask(wait, inner).catch((error) => outage.endure(error, inner));
      if (text === undefined) continue;
      outage.over();
      const job = parseAnswer("getJob", text);
      if (text !== known) await onProgress?.(job);
      if (job.status !== "active") return job;
      known = text;
      wait = onProgress ? progressSeconds : waitSeconds;
    }
  });

  function ask(wait: number, inner: AbortSignal): Promise<string> {
    const call = { id: "getJob", jobId, query: { wait }, signal: inner } as const;
    return exchange(transport, call, transport.timeoutMs + wait * 1000);
  }
}

function stillActive(jobId: string, timeoutMs: number): TimeoutError {
  const detail = `The job ${jobId} is still active after ${timeoutMs / 1000} s.`;
  return new TimeoutError({ code: "timeout", detail });
}
