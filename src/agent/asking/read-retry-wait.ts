import { APICallError } from "@ai-sdk/provider";
import { readErrorBody } from "./read-error-body.ts";

/**
 * Returns the wait that the provider asks for in milliseconds, or null: from `retry-after-ms`, `Retry-After`
 * as seconds or as a date, or Google's `RetryInfo` in the body.
 */
export function readRetryWait(error: unknown, now: Date): number | null {
  if (!APICallError.isInstance(error)) return null;
  const headers = error.responseHeaders ?? {};
  return (
    readNumber(headers["retry-after-ms"], 1) ??
    readNumber(headers["retry-after"], 1000) ??
    readDate(headers["retry-after"], now) ??
    readRetryInfo(error)
  );
}

function readNumber(text: string | undefined, factor: number): number | null {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * factor : null;
}

function readDate(text: string | undefined, now: Date): number | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** `{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}` */
function readRetryInfo(error: unknown): number | null {
  for (const { retryDelay } of readErrorBody(error).details) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(retryDelay))?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return null;
}
