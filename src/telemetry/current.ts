import { AsyncLocalStorage } from "node:async_hooks";
import { formatTraceparent, type TraceParent } from "./origin.ts";

/** The place in a trace, as others are told of it. */
export interface CurrentSpan extends TraceParent {
  tracestate: string | null;
}

/** What lines of the log say besides what they are about. */
export interface LogFields {
  job?: string;
  requestId?: string;
}

/** Filled by the tracer while it is on. */
export const currentSpan = new AsyncLocalStorage<CurrentSpan>();
export const currentLogFields = new AsyncLocalStorage<LogFields>();

/** For lines of the log; empty outside of jobs and traces. */
export function fieldsOfLine(): LogFields & { traceId?: string; spanId?: string } {
  const span = currentSpan.getStore();
  const fields = currentLogFields.getStore();
  if (span === undefined) return { ...fields };
  return { ...fields, traceId: span.traceId, spanId: span.spanId };
}

/** For requests to others; empty while nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const span = currentSpan.getStore();
  if (span === undefined) return {};
  const { tracestate } = span;
  return { traceparent: formatTraceparent(span), ...(tracestate !== null && { tracestate }) };
}
