/** Request that caused a job's turn; stored with the event that opened the turn. */
export interface Origin {
  requestId: string | null;
  /** W3C Trace Context; null without a trace. */
  traceparent: string | null;
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceParent {
  traceId: string;
  spanId: string;
  flags: number;
}

/** Returns null unless the text is a valid `traceparent` of version 00. */
export function parseTraceparent(text: string | null | undefined): TraceParent | null {
  const [, traceId, spanId, flags] = form.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, "0")}`;
}

/** Returns the fields in the form of the event that opens a turn. */
export function originFields(origin: Origin | undefined): { requestId?: string; traceparent?: string } {
  const { requestId = null, traceparent = null } = origin ?? {};
  return { ...(requestId !== null && { requestId }), ...(traceparent !== null && { traceparent }) };
}
