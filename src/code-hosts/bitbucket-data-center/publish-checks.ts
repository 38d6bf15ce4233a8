import { z } from "zod";
import { type ChecksReport, insightsKey, ownCheck } from "../checks-report.ts";
import type { DataCenterClient } from "./client.ts";

const action = "report the checks";
const messageMax = 2_000;

/**
 * Sets a build status, which is unique per commit and key, and adds Code Insights annotations to the lines.
 */
export async function publishChecks(client: DataCenterClient, report: ChecksReport): Promise<void> {
  const { commit, title: description, url } = report;
  await client.request({
    method: "POST",
    path: `${client.root}/rest/build-status/1.0/commits/${commit}`,
    body: { key: ownCheck, name: ownCheck, state: "SUCCESSFUL", description, url },
    action,
    schema: z.unknown(),
    repeatable: true,
  });
  if (report.annotations.length > 0) await annotate(client, report);
}

/** A report replaces the one with the same key, but its annotations would be duplicated. */
async function annotate(client: DataCenterClient, report: ChecksReport): Promise<void> {
  const insights = `${client.root}/rest/insights/1.0${client.path}`;
  const path = `${insights}/commits/${report.commit}/reports/${insightsKey}`;
  const ask = { action, schema: z.unknown(), repeatable: true };
  const body = {
    ...{ title: ownCheck, details: report.title, link: report.url },
    ...{ reporter: "Copydesk", result: "PASS" },
  };
  await client.request({ ...ask, method: "PUT", path, body });
  await client.request({ ...ask, method: "DELETE", path: `${path}/annotations` });
  const annotations = report.annotations.map(({ path: file, line, rule, message }, index) => ({
    ...{ externalId: `${insightsKey}-${index + 1}`, type: "CODE_SMELL", severity: "MEDIUM" },
    ...{ path: file, line, message: `${rule}: ${message}`.slice(0, messageMax) },
  }));
  await client.request({
    ...{ ...ask, repeatable: false },
    ...{ method: "POST", path: `${path}/annotations`, body: { annotations } },
  });
}
