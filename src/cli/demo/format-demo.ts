import type { JobRecord } from "../../jobs/record.ts";
import type { CliStream } from "../deps.ts";
import { describeChecks } from "../output/describe-event.ts";
import { formatDiffStat } from "../output/format-diff-stat.ts";
import { toLines } from "../output/format-table.ts";
import { paint } from "../output/paint.ts";
import type { DemoProject } from "./prepare-demo.ts";

export interface DemoEnd {
  job: JobRecord;
  patch: string;
  project: DemoProject;
  jobsUrl: string;
  /** True: the service goes on, so that its links can be opened. */
  stays: boolean;
}

export function formatDemo(stdout: CliStream, { job, patch, project, jobsUrl, stays }: DemoEnd): string {
  const style = job.status === "completed" ? "green" : "red";
  const result = [
    `Job ${job.id} ${paint(stdout, style, `${job.status} (${job.reason})`)}`,
    ...toLines(job.message),
    job.checks === null ? "" : `Checks: ${describeChecks(job.checks)}`,
    patch === "" ? "" : `Diff: ${formatDiffStat(patch)}`,
  ].filter((line) => line !== "");
  return `\n${result.join("\n")}\n\n${(stays ? nextSteps(job, project, jobsUrl) : lookLater(job, project)).join("\n")}\n`;
}

function nextSteps(job: JobRecord, project: DemoProject, jobsUrl: string): string[] {
  const look = job.prLink === null ? [] : [`Pull request: ${job.prLink}`, ""];
  return [
    ...look,
    "Try the next one:",
    `  curl -s ${jobsUrl} \\`,
    `    -H 'Authorization: Bearer ${project.key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"prompt": "Fix broken links"}'`,
    "and see how it ends:",
    `  curl -s '${jobsUrl}/<id of the answer>?wait=60' -H 'Authorization: Bearer ${project.key}'`,
    "",
    "Ctrl-C stops the service.",
  ];
}

function lookLater(job: JobRecord, { repository }: DemoProject): string[] {
  if (job.prLink === null) return ["The service is stopped. Without --exit it stays, for the next job."];
  return [
    `Pull request: ${job.prLink}`,
    "This page can be opened while a demo runs; the service is stopped now. The branch is in the repository:",
    `  git -C ${repository} show ${job.source.ref}`,
  ];
}
