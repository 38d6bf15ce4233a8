import { z } from "zod";
import { type ChecksReport, ownCheck } from "../checks-report.ts";
import type { AzureClient } from "./client.ts";
import { nameScope } from "./missing-scope.ts";
import { listPullRequestStatuses, nameOf } from "./read-checks.ts";
import { iterationSchema, listSchema } from "./schemas.ts";

const action = "report the checks";
const [genre, name] = ownCheck.split("/");

/** Sets a status on the push that brought the commit. Azure DevOps keeps earlier statuses next to it. */
export async function publishChecks(client: AzureClient, report: ChecksReport): Promise<void> {
  const { number, commit, title: description, url: targetUrl } = report;
  const path = `${client.path}/pullRequests/${number}`;
  const given = await listPullRequestStatuses(client, report);
  const isThere = given.some(
    (one) => nameOf(one) === ownCheck && one.description === description && one.targetUrl === targetUrl,
  );
  if (isThere) return;
  const { data: pushes } = await client.request({
    path: `${path}/iterations`,
    action,
    schema: listSchema(iterationSchema),
  });
  const push = pushes.value.findLast(({ sourceRefCommit }) => sourceRefCommit?.commitId === commit);
  const iterationId = push === undefined ? {} : { iterationId: push.id };
  await client
    .request({
      method: "POST",
      path: `${path}/statuses`,
      body: { state: "succeeded", description, targetUrl, context: { genre, name }, ...iterationId },
      action,
      schema: z.unknown(),
    })
    .catch((error: unknown) => {
      throw nameScope(error, "write");
    });
}
