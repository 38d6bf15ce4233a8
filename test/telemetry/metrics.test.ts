import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metricList } from "../../src/telemetry/metrics/metric-list.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { parseOpenMetrics, type Sample } from "../helpers/open-metrics.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const token = "a-token-for-metrics-0123456789";

let project: TestProject;
let copydesk: CopydeskProcess;
let jobId: string;

beforeAll(async () => {
  project = await makeTestProject();
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_LOG_LEVEL: "info",
      COPYDESK_METRICS_PORT: "0",
      COPYDESK_METRICS_TOKEN: token,
    },
  });
  [jobId] = (await project.createJobs(copydesk.url, 1, () => 'Replace "widget" with "gadget"')) as [string];
  await project.waitForAll(copydesk.url, [jobId]);
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

function addressOf({ log }: CopydeskProcess): string {
  return /Metrics are at (http:\S+)\/metrics/.exec(log())![1]!;
}

async function read(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${addressOf(copydesk)}${path}`, { headers });
}

async function scrape(): Promise<{ text: string; samples: Sample[] }> {
  const accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2";
  const response = await read("/metrics", { authorization: `Bearer ${token}`, accept });
  expect(response.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  );
  const text = await response.text();
  return { text, samples: parseOpenMetrics(text) };
}

function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

test("what a job did is counted, by reason, step, tool, model and route", async () => {
  await expect
    .poll(async () => sumOf((await scrape()).samples, "copydesk_jobs_ended_total", { status: "completed" }))
    .toBe(1);
  const { samples } = await scrape();
  const expected: [name: string, labels: Record<string, string>][] = [
    ["copydesk_jobs_ended_total", { status: "completed", reason: "pull_request_opened" }],
    ["copydesk_jobs_created_total", { source: "api_key" }],
    ["copydesk_claims_total", { outcome: "claimed" }],
    ["copydesk_job_wait_seconds_count", {}],
    ["copydesk_job_duration_seconds_count", { status: "completed" }],
    ...["prepare", "context", "baseline", "edit", "publish"].map((step): [string, Record<string, string>] => [
      "copydesk_step_duration_seconds_count",
      { step, outcome: "ok" },
    ]),
    ["copydesk_http_requests_total", { method: "POST", route: "/v2/agent/:projectId/job", status: "201" }],
  ];
  for (const [name, labels] of expected) expect([name, sumOf(samples, name, labels)]).toEqual([name, 1]);
  for (const [name, labels] of [
    ["copydesk_tool_calls_total", { tool: "edit", outcome: "ok" }],
    ["copydesk_tool_duration_seconds_count", { tool: "finish" }],
    ["copydesk_model_calls_total", { model: "copydesk/chores", outcome: "answered" }],
    ["copydesk_git_duration_seconds_count", { outcome: "ok" }],
    ["copydesk_cache_looks_total", { cache: "files" }],
    ["copydesk_workers", {}],
    ["copydesk_store_up", {}],
    ["copydesk_session_up", {}],
    ["copydesk_open_pull_requests", {}],
    ["copydesk_pool_connections", {}],
    ["copydesk_disk_free_bytes", {}],
    ["copydesk_job_slots", {}],
    ["nodejs_eventloop_lag_p99_seconds", {}],
    ["process_resident_memory_bytes", {}],
  ] as [string, Record<string, string>][])
    expect([name, sumOf(samples, name, labels) > 0]).toEqual([name, true]);
  expect(sumOf(samples, "copydesk_queue_jobs")).toBe(0);
});

test("a bucket leads to the job that fell into it, and nothing else names a job, a project or a secret", async () => {
  const { text, samples } = await scrape();
  const exemplars = samples.filter(
    ({ name, exemplar }) => name === "copydesk_job_duration_seconds_bucket" && exemplar !== null,
  );
  expect(exemplars.map(({ exemplar }) => exemplar)).toEqual([{ job_id: jobId }]);
  const steps = samples.filter(({ name }) => name === "copydesk_step_duration_seconds_bucket");
  expect(steps.some(({ exemplar }) => exemplar?.job_id === jobId)).toBe(true);
  expect(
    samples.filter(({ labels }) => Object.values(labels).some((value) => value.includes(jobId))),
  ).toEqual([]);
  for (const secret of [project.key, project.projectId, token, project.repository])
    expect(text).not.toContain(secret);
});

test("every metric of the list is served, and no other of ours", async () => {
  const { text } = await scrape();
  const served = [...text.matchAll(/^# TYPE (copydesk_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
  const listed = Object.entries(metricList).map(([name, { type }]) => [
    type === "counter" ? name.slice(0, -"_total".length) : name,
    type,
  ]);
  expect(served.sort()).toEqual(listed.sort());
});

test("without the token there are no metrics; health needs none", async () => {
  expect((await read("/metrics")).status).toBe(401);
  expect((await read("/metrics", { authorization: "Bearer wrong" })).status).toBe(401);
  const [live, ready, other] = await Promise.all(["/healthz", "/readyz", "/"].map((path) => read(path)));
  expect([live!.status, ready!.status, other!.status]).toEqual([200, 200, 404]);
  const posted = await fetch(`${addressOf(copydesk)}/metrics`, { method: "POST" });
  expect(posted.status).toBe(405);
});

test("the API's own port has no metrics, and a worker without the API serves its own", async () => {
  expect((await fetch(`${copydesk.url}/metrics`)).status).toBe(404);
  const worker = await startCopydesk({
    role: "worker",
    environment: {
      ...project.environment,
      COPYDESK_LOG_LEVEL: "info",
      COPYDESK_METRICS_PORT: "0",
      COPYDESK_METRICS_PROJECTS: "yes",
    },
  });
  const response = await fetch(`${addressOf(worker)}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect(text).not.toMatch(/^# EOF$| # \{/m);
  const samples = parseOpenMetrics(`${text}# EOF\n`);
  expect(sumOf(samples, "copydesk_build_info", { role: "worker" })).toBe(1);
  expect(sumOf(samples, "copydesk_workers")).toBe(2);
  expect(await worker.end()).toBe(0);
});

test("a process that is not told to measure neither listens nor says so", async () => {
  const silent = await startCopydesk({
    role: "api",
    environment: { ...project.environment, COPYDESK_LOG_LEVEL: "info" },
  });
  expect(silent.log()).not.toContain("Metrics are at");
  await silent.end();
});

test("docs/metrics.md has every metric with its type, labels and meaning", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/metrics.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `copydesk_"));
  expect(rows).toEqual(
    Object.entries(metricList).map(([name, { type, help, labels }]) => {
      const shown = labels.map((label) => `\`${label}\``).join(", ") || "–";
      return `| \`${name}\` | ${type} | ${shown} | ${help} |`;
    }),
  );
});
