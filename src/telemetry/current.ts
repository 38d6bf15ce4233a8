import { AsyncLocalStorage } from "node:async_hooks";
import { formatTraceparent, type TraceParent } from "./origin.ts";

/** Position in a trace, to be passed on to other services. */
export interface CurrentSpan extends TraceParent {
  tracestate: string | null;
}

/** Context fields of log lines. */
export interface LogFields {
  job?: string;
  requestId?: string;
}

/** Filled by the tracer while it is on. */
export const currentSpan = new AsyncLocalStorage<CurrentSpan>();
export const currentLogFields = new AsyncLocalStorage<LogFields>();

/** Returns the context fields for a log line; empty outside jobs and traces. */
export function fieldsOfLine(): LogFields & { traceId?: string; spanId?: string } {
  const span = currentSpan.getStore();
  const fields = currentLogFields.getStore();
  if (span === undefined) return { ...fields };
  return { ...fields, traceId: span.traceId, spanId: span.spanId };
}

/** Returns trace headers for outgoing requests; empty if there is no trace. */
export function traceHeaders(): Record<string, string> {
  const span = currentSpan.getStore();
  if (span === undefined) return {};
  const { tracestate } = span;
  return { traceparent: formatTraceparent(span), ...(tracestate !== null && { tracestate }) };
}
