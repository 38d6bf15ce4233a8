/**
 * Returns the milliseconds that a host asks to wait: `Retry-After` in seconds or as a date (RFC 9110,
 * 10.2.3), else the reset time (Unix seconds) of an exhausted limit. Null if it gives neither.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after")?.trim();
  if (text !== undefined && /^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const date = text === undefined ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining");
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset"));
  if (remaining !== "0" || !(reset > 0)) return null;
  return Math.max(0, reset * 1_000 - nowMs);
}
