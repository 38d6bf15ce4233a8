/** Seconds. */
const short = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const long = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

interface MetricShape {
  type: "counter" | "gauge" | "histogram";
  help: string;
  labels: readonly string[];
  buckets?: readonly number[];
}

/**
 * All of Copydesk's own metrics. Tests compare `docs/metrics.md`, the dashboard and the alert rules in
 * `deploy/observability/` with this list; `project` is a label only if configured.
 */
export const metricList = {
  copydesk_build_info: {
    type: "gauge",
    help: "1; the labels say what runs",
    labels: ["version", "role", "node"],
  },
  copydesk_store_up: { type: "gauge", help: "1 when the last look at the store succeeded", labels: [] },
  copydesk_queue_jobs: {
    type: "gauge",
    help: "Jobs of the whole instance that are queued, wait for reviewers' capacity, or run",
    labels: ["state"],
  },
  copydesk_queue_oldest_seconds: {
    type: "gauge",
    help: "How long the oldest of them has waited; 0 if none waits",
    labels: ["state"],
  },
  copydesk_workers: { type: "gauge", help: "Workers that are alive according to the store", labels: [] },
  copydesk_webhook_deliveries_pending: {
    type: "gauge",
    help: "Pending deliveries to webhooks",
    labels: [],
  },
  copydesk_open_pull_requests: {
    type: "gauge",
    help: "Pull requests of jobs that wait for people",
    labels: [],
  },
  copydesk_jobs_created_total: {
    type: "counter",
    help: "Jobs that this process stored, by the kind of their author",
    labels: ["source", "project"],
  },
  copydesk_claims_total: { type: "counter", help: "Looks for a job to run", labels: ["outcome"] },
  copydesk_claim_duration_seconds: {
    type: "histogram",
    help: "Time that a search for a job took",
    labels: [],
    buckets: short,
  },
  copydesk_job_wait_seconds: {
    type: "histogram",
    help: "From the queue to the claim",
    labels: [],
    buckets: long,
  },
  copydesk_jobs_running: { type: "gauge", help: "Jobs that this worker runs now", labels: [] },
  copydesk_job_slots: { type: "gauge", help: "Jobs that this worker may run at once", labels: [] },
  copydesk_jobs_ended_total: {
    type: "counter",
    help: "Turns of jobs that ended here, by reason",
    labels: ["status", "reason", "project"],
  },
  copydesk_jobs_given_back_total: {
    type: "counter",
    help: "Claimed jobs that this worker gave back before they ended",
    labels: [],
  },
  copydesk_job_duration_seconds: {
    type: "histogram",
    help: "From the claim to the end of a turn",
    labels: ["status"],
    buckets: long,
  },
  copydesk_step_duration_seconds: {
    type: "histogram",
    help: "Time of a turn's steps",
    labels: ["step", "outcome"],
    buckets: long,
  },
  copydesk_tool_calls_total: {
    type: "counter",
    help: "Calls of the agent's tools",
    labels: ["tool", "outcome"],
  },
  copydesk_tool_duration_seconds: {
    type: "histogram",
    help: "Time of a call of a tool",
    labels: ["tool"],
    buckets: short,
  },
  copydesk_model_calls_total: {
    type: "counter",
    help: "Calls of models, with their retries",
    labels: ["model", "outcome"],
  },
  copydesk_model_retries_total: { type: "counter", help: "Calls of models made again", labels: ["model"] },
  copydesk_model_call_duration_seconds: {
    type: "histogram",
    help: "Time of a call of a model with its retries",
    labels: ["model"],
    buckets: long,
  },
  copydesk_model_tokens_total: {
    type: "counter",
    help: "Tokens; cached ones are part of the input",
    labels: ["model", "kind", "project"],
  },
  copydesk_model_cost_usd_total: {
    type: "counter",
    help: "Cost of models whose price is known, in US dollars",
    labels: ["model", "project"],
  },
  copydesk_findings_total: {
    type: "counter",
    help: "Findings of the gate in changes of jobs: new ones hold a job back, fixed ones were repaired",
    labels: ["rule", "change"],
  },
  copydesk_git_duration_seconds: {
    type: "histogram",
    help: "Time of git programs, and of talks with remotes (fetch, push, ls-remote)",
    labels: ["command", "outcome"],
    buckets: short,
  },
  copydesk_host_requests_total: {
    type: "counter",
    help: "Requests to code hosts; status 0: no response",
    labels: ["host", "method", "status"],
  },
  copydesk_host_request_duration_seconds: {
    type: "histogram",
    help: "Time of a request to a code host",
    labels: ["host"],
    buckets: short,
  },
  copydesk_webhook_deliveries_total: {
    type: "counter",
    help: "Attempts to deliver to webhooks",
    labels: ["type", "outcome"],
  },
  copydesk_webhook_delivery_duration_seconds: {
    type: "histogram",
    help: "Time of an attempt to deliver",
    labels: [],
    buckets: short,
  },
  copydesk_http_requests_total: {
    type: "counter",
    help: "Requests that this process responded to",
    labels: ["method", "route", "status"],
  },
  copydesk_http_request_duration_seconds: {
    type: "histogram",
    help: "Response time; event streams and waits not counted",
    labels: ["method", "route"],
    buckets: short,
  },
  copydesk_pool_connections: {
    type: "gauge",
    help: "Connections of this process's pool",
    labels: ["state"],
  },
  copydesk_pool_connections_max: { type: "gauge", help: "Maximum size of the pool", labels: [] },
  copydesk_pool_waiting: { type: "gauge", help: "Queries that wait for a connection", labels: [] },
  copydesk_session_up: {
    type: "gauge",
    help: "1 while the listening connection is open",
    labels: [],
  },
  copydesk_cache_looks_total: {
    type: "counter",
    help: "Lookups in the caches of this process",
    labels: ["cache", "result"],
  },
  copydesk_longest_stall_seconds: {
    type: "gauge",
    help: "Longest time since the start for which the main thread did not respond",
    labels: [],
  },
  copydesk_disk_free_bytes: { type: "gauge", help: "Free on the data folder's disk", labels: [] },
  copydesk_disk_size_bytes: { type: "gauge", help: "Size of the data folder's disk", labels: [] },
} as const satisfies Record<string, MetricShape>;

export type MetricName = keyof typeof metricList;
