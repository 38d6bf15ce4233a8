import type { WithResponse } from "./api-promise.ts";
import { parseExchanged } from "./call-operation.ts";
import { assertLimits, type CallOptions } from "./call-options.ts";
import { createOutage } from "./endure-outage.ts";
import { CopydeskError, TimeoutError } from "./errors.ts";
import type { JobRecord } from "./generated-types.ts";
import { exchange, type Transport } from "./send.ts";
import { within } from "./watch.ts";

// Shorter than the silence that proxies allow.
const waitSeconds = 30;
// Used if something on the way removes the ETag.
const progressSeconds = 5;

export interface WaitOptions extends Pick<CallOptions, "signal" | "headers"> {
  /** Time limit for the wait; by default as long as the job needs. */
  timeoutMs?: number | undefined;
  /** Called with the record at once and after each change. */
  onProgress?: ((job: JobRecord) => void | Promise<void>) | undefined;
  /** How long the service may be unavailable in between; default 2 minutes. */
  outageMs?: number | undefined;
}

/** Returns the job once it is no longer active. Throws `TimeoutError` if it still is; see `jobs.wait`. */
export async function waitForJob(
  transport: Transport,
  jobId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, signal, headers, onProgress, outageMs }: WaitOptions = {},
): Promise<JobRecord> {
  assertLimits({ timeoutMs });
  const toReason = () => stillActive(jobId, timeoutMs);
  return within({ signal, ms: timeoutMs, toReason }, waitForEnd).catch((error) => {
    if (error instanceof CopydeskError) error.jobId = jobId;
    throw error;
  });

  async function waitForEnd(inner: AbortSignal): Promise<JobRecord> {
    const outage = createOutage(outageMs);
    let wait = onProgress ? 0 : waitSeconds;
    let etag: string | undefined;
    for (;;) {
      const found = await ask(wait, etag, inner).catch((error) => outage.endure(error, inner));
      if (found === undefined) continue;
      outage.over();
      if (found !== "unchanged") {
        await onProgress?.(found.data);
        if (found.data.status !== "active") return found.data;
        if (onProgress) etag = found.response.headers.get("etag") ?? undefined;
      }
      wait = onProgress && etag === undefined ? progressSeconds : waitSeconds;
    }
  }

  /**
   * With an ETag, the service responds as soon as the record differs; without one, only when the job has
   * ended.
   */
  async function ask(
    wait: number,
    etag: string | undefined,
    inner: AbortSignal,
  ): Promise<WithResponse<JobRecord> | "unchanged"> {
    const options = { signal: inner, headers };
    const call = {
      id: "getJob",
      jobId,
      query: { wait },
      ownHeaders: { "if-none-match": etag },
      options,
    } as const;
    const exchanged = await exchange(transport, call, transport.timeoutMs + wait * 1000);
    return exchanged.response.status === 304 ? "unchanged" : parseExchanged("getJob", exchanged);
  }
}

function stillActive(jobId: string, timeoutMs: number): TimeoutError {
  const detail = `The job ${jobId} is still active after ${timeoutMs / 1000} s.`;
  return new TimeoutError({ code: "timeout", detail });
}
