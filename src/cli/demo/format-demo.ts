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
  /** Null if the service stops, so that there is nothing to open. */
  dashboard: DemoDashboard | null;
}

export interface DemoDashboard {
  url: string;
  /** One-time sign-in link; null if the dashboard was opened in the browser. */
  link: string | null;
}

export function formatDemo(stdout: CliStream, { job, patch, project, jobsUrl, dashboard }: DemoEnd): string {
  const style = job.status === "completed" ? "green" : "red";
  const result = [
    `Job ${job.id} ${paint(stdout, style, `${job.status} (${job.reason})`)}`,
    ...toLines(job.message),
    job.checks === null ? "" : `Checks: ${describeChecks(job.checks)}`,
    patch === "" ? "" : `Diff: ${formatDiffStat(patch)}`,
  ].filter((line) => line !== "");
  return `\n${result.join("\n")}\n\n${(dashboard === null ? lookLater(job, project) : nextSteps(job, project, jobsUrl, dashboard)).join("\n")}\n`;
}

function nextSteps(
  job: JobRecord,
  project: DemoProject,
  jobsUrl: string,
  { url, link }: DemoDashboard,
): string[] {
  const look = job.prLink === null ? [] : [`Pull request: ${job.prLink}`, ""];
  const enter =
    link === null
      ? [`The dashboard is open in your browser, signed in: ${url}`]
      : ["Open the dashboard, signed in (the link works once, for 15 minutes):", `  ${link}`];
  return [
    ...look,
    ...enter,
    "",
    "Ask for the next change there, or over HTTP:",
    `  curl -s ${jobsUrl} \\`,
    `    -H 'Authorization: Bearer ${project.key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"prompt": "Fix broken links"}'`,
    "and see how it ends:",
    `  curl -s '${jobsUrl}/<job id>?wait=60' -H 'Authorization: Bearer ${project.key}'`,
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
