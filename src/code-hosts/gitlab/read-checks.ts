import { z } from "zod";
import type { CheckState } from "../combine-checks.ts";
import { listItems } from "../rest/list-pages.ts";
import type { GitlabClient } from "./client.ts";
import { isOwnPipeline } from "./own-pipelines.ts";

const pipelineSchema = z.object({ id: z.number(), status: z.string(), source: z.string().nullish() });

const known: Record<string, CheckState | undefined> = {
  ...{ success: "green", failed: "failed", canceled: "failed", skipped: "none" },
};

/** Returns the state of the commit's newest pipeline; it is pending until it ends, whatever it waits for. */
export async function readChecks(client: GitlabClient, commit: string): Promise<CheckState> {
  const newestFirst = {
    path: `${client.path}/pipelines`,
    query: { sha: commit, order_by: "id", sort: "desc" },
    action: "read the pipelines",
    schema: pipelineSchema,
  };
  for await (const pipeline of listItems(client, newestFirst, { pagesMax: 1 }))
    if (!(await isOwnPipeline(client, commit, pipeline))) return known[pipeline.status] ?? "pending";
  return "none";
}
