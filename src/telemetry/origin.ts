/** The request that a turn of a job comes from; kept with the event that opened the turn. */
export interface Origin {
  requestId: string | null;
  /** W3C Trace Context; null when nothing was traced. */
  traceparent: string | null;
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceParent {
  traceId: string;
  spanId: string;
  flags: number;
}

/** Null for what is no `traceparent` of version 00, or names nothing. */
export function parseTraceparent(text: string | null | undefined): TraceParent | null {
  const [, traceId, spanId, flags] = form.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, "0")}`;
}

/** As the event that opens a turn has it. */
export function originFields(origin: Origin | undefined): { requestId?: string; traceparent?: string } {
  const { requestId = null, traceparent = null } = origin ?? {};
  return { ...(requestId !== null && { requestId }), ...(traceparent !== null && { traceparent }) };
}
