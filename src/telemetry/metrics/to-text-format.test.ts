import { expect, test } from "vitest";
import { toTextFormat } from "./to-text-format.ts";

test("counters are described under the names of their samples, and exemplars and the end are gone", () => {
  const openMetrics = [
    "# HELP copydesk_jobs_created Creates",
    "# TYPE copydesk_jobs_created counter",
    'copydesk_jobs_created_total{project="prj_1"} 3',
    "# HELP copydesk_job_wait_seconds From the queue to the claim",
    "# TYPE copydesk_job_wait_seconds histogram",
    'copydesk_job_wait_seconds_bucket{le="0.25"} 1 # {job_id="job_1"} 0.18603 1795474928.823',
    'copydesk_job_wait_seconds_bucket{le="+Inf"} 1',
    "# HELP copydesk_workers Workers # that live",
    "# TYPE copydesk_workers gauge",
    'copydesk_workers{model="a # {b"} 2',
    "# EOF",
    "",
  ].join("\n");
  expect(toTextFormat(openMetrics)).toBe(
    [
      "# HELP copydesk_jobs_created_total Creates",
      "# TYPE copydesk_jobs_created_total counter",
      'copydesk_jobs_created_total{project="prj_1"} 3',
      "# HELP copydesk_job_wait_seconds From the queue to the claim",
      "# TYPE copydesk_job_wait_seconds histogram",
      'copydesk_job_wait_seconds_bucket{le="0.25"} 1',
      'copydesk_job_wait_seconds_bucket{le="+Inf"} 1',
      "# HELP copydesk_workers Workers # that live",
      "# TYPE copydesk_workers gauge",
      'copydesk_workers{model="a # {b"} 2',
      "",
    ].join("\n"),
  );
});
