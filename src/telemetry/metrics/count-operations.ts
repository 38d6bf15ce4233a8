import { currentLogFields, currentSpan } from "../current.ts";
import { type Operation, operationsBegun, operationsEnded } from "../observe.ts";
import type { OperationName } from "../operations.ts";
import type { Labels, Metrics } from "./create-registry.ts";

type Count<Name extends OperationName> = (metrics: Metrics, operation: Operation<Name>) => void;

const outcomeOf = ({ error }: Operation): string => (error === null ? "ok" : "failed");

/** How each operation updates the metrics when it ends. */
const counts: { [Name in OperationName]: Count<Name> } = {
  http_request(metrics, { about: { method, route }, result: { status = 0 }, durationMs }) {
    metrics.add("copydesk_http_requests_total", { method, route, status: String(status) });
    if (!isLong(route)) metrics.time("copydesk_http_request_duration_seconds", { method, route }, durationMs);
  },
  job_created(metrics, { about }) {
    metrics.add("copydesk_jobs_created_total", about);
  },
  claim(metrics, { result: { isClaimed = false }, error, durationMs }) {
    const outcome = error !== null ? "failed" : isClaimed ? "claimed" : "empty";
    metrics.add("copydesk_claims_total", { outcome });
    metrics.time("copydesk_claim_duration_seconds", {}, durationMs);
  },
  job(metrics, { about, result: { status, reason, isStored }, startedAt, durationMs }) {
    const { project, jobId, waitedMs, claimedAt } = about;
    const exemplar = exemplarOf(jobId);
    if (waitedMs !== null) metrics.time("copydesk_job_wait_seconds", {}, waitedMs, exemplar);
    if (status === undefined || reason === undefined || isStored !== true)
      return metrics.add("copydesk_jobs_given_back_total", {});
    metrics.add("copydesk_jobs_ended_total", { status, reason, project });
    const sinceClaimMs = durationMs + startedAt - claimedAt;
    metrics.time("copydesk_job_duration_seconds", { status }, sinceClaimMs, exemplar);
  },
  step(metrics, operation) {
    const labels = { step: operation.about.step, outcome: outcomeOf(operation) };
    metrics.time("copydesk_step_duration_seconds", labels, operation.durationMs, exemplarOf());
  },
  model_call(metrics, { about: { model }, result, durationMs }) {
    const { outcome = "failed", attempts = 1 } = result;
    metrics.add("copydesk_model_calls_total", { model, outcome });
    if (attempts > 1) metrics.add("copydesk_model_retries_total", { model }, attempts - 1);
    metrics.time("copydesk_model_call_duration_seconds", { model }, durationMs, exemplarOf());
  },
  model_usage(metrics, { about, result: { input = 0, cached = 0, output = 0, costUsd } }) {
    for (const [kind, tokens] of Object.entries({ input, cached, output }))
      if (tokens > 0) metrics.add("copydesk_model_tokens_total", { ...about, kind }, tokens);
    if (costUsd) metrics.add("copydesk_model_cost_usd_total", about, costUsd);
  },
  tool_call(metrics, { about: { tool }, result: { ok = false }, durationMs }) {
    metrics.add("copydesk_tool_calls_total", { tool, outcome: ok ? "ok" : "refused" });
    metrics.time("copydesk_tool_duration_seconds", { tool }, durationMs, exemplarOf());
  },
  git(metrics, { about: { command }, result: { outcome = "failed" }, durationMs }) {
    metrics.time("copydesk_git_duration_seconds", { command, outcome }, durationMs, exemplarOf());
  },
  host_call(metrics, { about: { host, method }, result: { status = 0 }, durationMs }) {
    metrics.add("copydesk_host_requests_total", { host, method, status: String(status) });
    metrics.time("copydesk_host_request_duration_seconds", { host }, durationMs, exemplarOf());
  },
  webhook_delivery(metrics, { about: { type }, result: { outcome = "failed" }, durationMs }) {
    metrics.add("copydesk_webhook_deliveries_total", { type, outcome });
    metrics.time("copydesk_webhook_delivery_duration_seconds", {}, durationMs);
  },
  findings(metrics, { about, result: { count = 1 } }) {
    if (count > 0) metrics.add("copydesk_findings_total", about, count);
  },
  cache_look(metrics, { about: { cache, isHit } }) {
    metrics.add("copydesk_cache_looks_total", { cache, result: isHit ? "hit" : "miss" });
  },
};

/** True for routes that stay open while somebody follows or waits. */
function isLong(route: string): boolean {
  return route.endsWith("/events") || route.endsWith("/job/:jobId");
}

/** Returns the current job and its trace, if any. */
function exemplarOf(jobId?: string): Labels {
  const span = currentSpan.getStore();
  const job = jobId ?? currentLogFields.getStore()?.job;
  return { ...(job !== undefined && { job_id: job }), ...(span !== undefined && { trace_id: span.traceId }) };
}

/**
 * Starts counting; returns a function that stops it. `onProblem` gets errors that must not reach the
 * operation itself.
 */
export function countOperations(metrics: Metrics, onProblem: (error: unknown) => void): () => void {
  const hear = (message: unknown): void => {
    const operation = message as Operation;
    try {
      (counts[operation.name] as Count<OperationName>)(metrics, operation);
    } catch (error) {
      onProblem(error);
    }
  };
  // Also subscribes to the start, because operations are created only then.
  operationsBegun.subscribe(ignore);
  operationsEnded.subscribe(hear);
  return () => {
    operationsBegun.unsubscribe(ignore);
    operationsEnded.unsubscribe(hear);
  };
}

function ignore(): void {}
