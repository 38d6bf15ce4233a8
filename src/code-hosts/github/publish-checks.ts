import { z } from "zod";
import { type ChecksReport, ownCheck } from "../checks-report.ts";
import type { GithubClient } from "./client.ts";

const runsSchema = z.object({ check_runs: z.array(z.object({ external_id: z.string().nullish() })) });

const action = "report the checks";

/** GitHub allows only Apps to create check runs. A commit status has no annotations. */
export async function publishChecks(client: GithubClient, report: ChecksReport): Promise<void> {
  if (client.app !== null) return await makeRun(client, report);
  await client.request({
    method: "POST",
    path: `${client.path}/statuses/${report.commit}`,
    body: { state: "success", context: ownCheck, description: report.title, target_url: report.url },
    action,
    schema: z.unknown(),
    repeatable: true,
  });
}

/** If there is a run for the same job and commit, it has the same content, and nothing is written. */
async function makeRun(client: GithubClient, report: ChecksReport): Promise<void> {
  const { data } = await client.request({
    path: `${client.path}/commits/${report.commit}/check-runs`,
    query: { check_name: ownCheck, filter: "all", per_page: 100 },
    action,
    schema: runsSchema,
  });
  if (data.check_runs.some((run) => run.external_id === report.jobId)) return;
  await client.request({
    method: "POST",
    path: `${client.path}/check-runs`,
    body: {
      name: ownCheck,
      head_sha: report.commit,
      external_id: report.jobId,
      details_url: report.url,
      status: "completed",
      conclusion: report.isClean ? "success" : "neutral",
      output: {
        title: report.title,
        summary: `Problems that \`${report.jobId}\` brings are marked in the files.`,
        annotations: report.annotations.map(({ path, line, rule, message }) => ({
          ...{ path, start_line: line, end_line: line, annotation_level: "warning" },
          ...{ title: rule, message },
        })),
      },
    },
    action,
    schema: z.unknown(),
  });
}
