import { z } from "zod";
import { type ChecksReport, ownCheck } from "../checks-report.ts";
import type { GiteaClient } from "./client.ts";

/** A new status replaces the previous one of its context. */
export async function publishChecks(client: GiteaClient, report: ChecksReport): Promise<void> {
  await client.request({
    method: "POST",
    path: `${client.path}/statuses/${report.commit}`,
    body: { state: "success", context: ownCheck, description: report.title, target_url: report.url },
    action: "report the checks",
    schema: z.unknown(),
    repeatable: true,
  });
}
