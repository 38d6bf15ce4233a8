import type { Attributes, SpanKind } from "@opentelemetry/api";
import type { CurrentSpan } from "../current.ts";
import type { Operation } from "../observe.ts";
import type { OperationName } from "../operations.ts";
import { parseTraceparent } from "../origin.ts";

export interface SpanShape {
  name: string;
  kind: keyof typeof SpanKind;
  attributes: Attributes;
  /** Parent outside this process; absent: the current span. */
  parent?: CurrentSpan | null;
  /** Operations without this and without a parent, e.g. fetches by a background chore, are not traced. */
  mayBeRoot?: boolean;
  /** Time in the queue before the start. */
  waitedMs?: number;
  /** Reason of a failure that did not throw. */
  problem?: string | null;
}

type Describe<Name extends OperationName> = (operation: Operation<Name>) => SpanShape | null;

const quietRoutes = new Set(["/healthz", "/readyz", "pages"]);

/**
 * How each operation is shown; null for those that are only counted. Names follow OpenTelemetry's
 * conventions.
 */
const shapes: { [Name in OperationName]: Describe<Name> } = {
  http_request({ about, result: { status, jobId } }) {
    const { method, route, requestId } = about;
    if (quietRoutes.has(route)) return null;
    return {
      name: `${method} ${route}`,
      kind: "SERVER",
      mayBeRoot: true,
      parent: parentOf(about.traceparent, about.tracestate),
      problem: status !== undefined && status >= 500 ? String(status) : null,
      attributes: clean({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "copydesk.request.id": requestId,
        "copydesk.job.id": jobId,
      }),
    };
  },
  job({ about, result: { status, reason } }) {
    const { jobId, project, turn, model, mode, waitedMs, origin } = about;
    return {
      name: "job",
      kind: "CONSUMER",
      mayBeRoot: true,
      parent: parentOf(origin?.traceparent ?? null, null),
      ...(waitedMs !== null && { waitedMs }),
      problem: status === "failed" ? (reason ?? null) : null,
      attributes: clean({
        "copydesk.job.id": jobId,
        "copydesk.project.id": project,
        "copydesk.job.turn": turn,
        "copydesk.job.mode": mode,
        "copydesk.job.status": status,
        "copydesk.job.reason": reason,
        "copydesk.request.id": origin?.requestId ?? undefined,
        "gen_ai.request.model": model,
      }),
    };
  },
  step: ({ about: { step } }) => inner(`step ${step}`, { "copydesk.step": step }),
  model_call({ about: { provider, model }, result: { outcome, attempts, inputTokens, outputTokens } }) {
    return {
      name: `chat ${model}`,
      kind: "CLIENT",
      problem: outcome === "failed" ? "model_error" : null,
      attributes: clean({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
        "gen_ai.usage.input_tokens": inputTokens,
        "gen_ai.usage.output_tokens": outputTokens,
        "copydesk.model.attempts": attempts,
      }),
    };
  },
  tool_call: ({ about: { tool }, result: { ok } }) =>
    inner(`execute_tool ${tool}`, { "gen_ai.tool.name": tool, "copydesk.tool.ok": ok }),
  git: ({ about: { command }, result: { outcome } }) =>
    inner(`git ${command}`, { "copydesk.git.command": command, "copydesk.git.outcome": outcome }),
  host_call({ about: { host, method }, result: { status } }) {
    return {
      name: `${method} ${host}`,
      kind: "CLIENT",
      problem: status !== undefined && status >= 400 ? String(status) : null,
      attributes: clean({
        "copydesk.code_host": host,
        "http.request.method": method,
        "http.response.status_code": status,
      }),
    };
  },
  webhook_delivery: ({ about: { type }, result: { outcome } }) =>
    inner("webhook delivery", { "copydesk.webhook.type": type, "copydesk.webhook.outcome": outcome }),
  claim: () => null,
  job_created: () => null,
  model_usage: () => null,
  findings: () => null,
  cache_look: () => null,
};

export function describeSpan(operation: Operation): SpanShape | null {
  return (shapes[operation.name] as Describe<OperationName>)(operation);
}

function inner(name: string, attributes: Record<string, string | number | boolean | undefined>): SpanShape {
  return { name, kind: "INTERNAL", attributes: clean(attributes) };
}

function clean(attributes: Record<string, string | number | boolean | undefined>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Returns the parent from an incoming request; null if it has none. */
function parentOf(traceparent: string | null, tracestate: string | null): CurrentSpan | null {
  const parsed = parseTraceparent(traceparent);
  return parsed === null ? null : { ...parsed, tracestate };
}
