import { z } from "zod";
import { type ChecksReport, ownCheck } from "../checks-report.ts";
import type { GitlabClient } from "./client.ts";

const statusesSchema = z.array(
  z.object({ status: z.string(), target_url: z.string().nullish(), description: z.string().nullish() }),
);

const action = "report the checks";

/** GitLab keeps a repeated status next to the previous one. */
export async function publishChecks(client: GitlabClient, report: ChecksReport): Promise<void> {
  const { commit, branch, title, url } = report;
  const { data: given } = await client.request({
    path: `${client.path}/repository/commits/${commit}/statuses`,
    query: { name: ownCheck, ref: branch },
    action,
    schema: statusesSchema,
  });
  const isThere = given.some(
    ({ status, target_url: page, description }) =>
      status === "success" && page === url && description === title,
  );
  if (isThere) return;
  await client.request({
    method: "POST",
    path: `${client.path}/statuses/${commit}`,
    body: { state: "success", ref: branch, name: ownCheck, description: title, target_url: url },
    action,
    schema: z.unknown(),
  });
}
