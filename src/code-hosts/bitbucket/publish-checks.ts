import { z } from "zod";
import { type ChecksReport, insightsKey, ownCheck } from "../checks-report.ts";
import type { BitbucketClient } from "./client.ts";

const action = "report the checks";
const summaryMax = 450;

/**
 * Sets a build status, which is unique per commit and key, and adds Code Insights annotations to the lines.
 */
export async function publishChecks(client: BitbucketClient, report: ChecksReport): Promise<void> {
  const { commit, branch: refname, title: description, url } = report;
  await client.request({
    method: "POST",
    path: `${client.path}/commit/${commit}/statuses/build`,
    body: { key: ownCheck, name: ownCheck, state: "SUCCESSFUL", description, url, refname },
    action,
    schema: z.unknown(),
    repeatable: true,
  });
  if (report.annotations.length > 0) await annotate(client, report);
}

/** The host overwrites reports and annotations with the same keys. */
async function annotate(client: BitbucketClient, report: ChecksReport): Promise<void> {
  const path = `${client.path}/commit/${report.commit}/reports/${insightsKey}`;
  await client.request({
    method: "PUT",
    path,
    body: {
      ...{ title: ownCheck, details: report.title, link: report.url },
      ...{ report_type: "TEST", reporter: "Copydesk", result: "PASSED" },
    },
    action,
    schema: z.unknown(),
  });
  await client.request({
    method: "POST",
    path: `${path}/annotations`,
    body: report.annotations.map(({ path: file, line, rule, message }, index) => ({
      ...{ external_id: `${insightsKey}-${index + 1}`, annotation_type: "CODE_SMELL", severity: "MEDIUM" },
      ...{ path: file, line, summary: `${rule}: ${message}`.slice(0, summaryMax) },
    })),
    action,
    schema: z.unknown(),
    repeatable: true,
  });
}
