import { z } from "zod";
import type { CheckState } from "../combine-checks.ts";
import type { GitlabClient } from "./client.ts";

const pipelines = z.array(z.object({ id: z.number(), status: z.string() }));

const known: Record<string, CheckState | undefined> = {
  ...{ success: "green", failed: "failed", canceled: "failed", skipped: "none" },
};

/** Of the commit's newest pipeline: one that has not ended, whatever it waits for, is pending. */
export async function readChecks(client: GitlabClient, commit: string): Promise<CheckState> {
  const { data } = await client.request({
    path: `${client.path}/pipelines`,
    query: { sha: commit, order_by: "id", sort: "desc", per_page: 1 },
    action: "read the pipelines",
    schema: pipelines,
  });
  const [newest] = data;
  return newest === undefined ? "none" : (known[newest.status] ?? "pending");
}
