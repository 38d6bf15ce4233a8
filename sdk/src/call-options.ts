/** Options of a single call that override its client's. */
export interface CallOptions {
  /**
   * Aborting it ends the call, its retries and the waits between them; the call then throws the signal's
   * reason.
   */
  signal?: AbortSignal | undefined;
  /** Maximum number of retries. */
  retries?: number | undefined;
  /** Time limit for one attempt. */
  timeoutMs?: number | undefined;
  /** Sent in addition to the client's headers, replacing those with the same name. */
  headers?: HeaderValues | undefined;
}

export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Throws `TypeError` for invalid limits. */
export function assertLimits({
  retries = 0,
  timeoutMs = 1,
}: Pick<CallOptions, "retries" | "timeoutMs">): void {
  if (!Number.isInteger(retries) || retries < 0)
    throw new TypeError("retries must be a whole number from 0 on.");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be more than 0.");
}

/**
 * Joins headers; later values replace earlier ones. Throws `TypeError` for values that no header can carry,
 * without showing them, as they may be secret.
 */
export function joinHeaders(...all: (HeaderValues | undefined)[]): Headers {
  const headers = new Headers();
  for (const [name, value] of all.flatMap((values) => Object.entries(values ?? {}))) {
    try {
      if (value !== undefined) headers.set(name, value);
    } catch {
      throw new TypeError(`The header ${JSON.stringify(name)} has a name or a value that cannot be sent.`);
    }
  }
  return headers;
}
