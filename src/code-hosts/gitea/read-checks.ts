import { isOwnCheck } from "../checks-report.ts";
import { type CheckState, combineChecks } from "../combine-checks.ts";
import type { GiteaClient } from "./client.ts";
import { statusSchema } from "./schemas.ts";

const known: Record<string, CheckState | undefined> = {
  ...{ success: "green", pending: "pending", warning: "green", skipped: "none" },
};

/** Combines the newest status per context; unknown states count as failed. */
export async function readChecks(client: GiteaClient, commit: string): Promise<CheckState> {
  const states: CheckState[] = [];
  const statuses = client.list({
    path: `${client.path}/commits/${commit}/status`,
    item: statusSchema,
    within: "statuses",
    action: "read the checks of the commit",
  });
  for await (const { context, status } of statuses)
    if (!isOwnCheck(context)) states.push(known[status] ?? "failed");
  return combineChecks(states);
}
