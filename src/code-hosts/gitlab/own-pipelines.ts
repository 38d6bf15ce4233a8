import { z } from "zod";
import { isOwnCheck } from "../checks-report.ts";
import { listItems } from "../rest/list-pages.ts";
import type { GitlabClient } from "./client.ts";

interface Pipeline {
  id: number;
  source?: string | null;
}

const statusSchema = z.object({ name: z.string() });

const pagesMax = 10;

/**
 * A status on a commit without a pipeline creates one. Returns true if all statuses in the pipeline are
 * Copydesk's.
 */
export async function isOwnPipeline(
  client: GitlabClient,
  commit: string,
  { id, source }: Pipeline,
): Promise<boolean> {
  if (source !== "external") return false;
  const statuses = {
    path: `${client.path}/repository/commits/${commit}/statuses`,
    query: { pipeline_id: id },
    action: "read the statuses of the commit",
    schema: statusSchema,
  };
  const found = await Array.fromAsync(listItems(client, statuses, { pagesMax }));
  return found.length > 0 && found.every(({ name }) => isOwnCheck(name));
}
