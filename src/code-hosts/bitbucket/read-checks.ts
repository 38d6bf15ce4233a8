import { isOwnCheck } from "../checks-report.ts";
import { type CheckedCommit, type CheckState, combineChecks } from "../combine-checks.ts";
import type { BitbucketClient } from "./client.ts";
import { type BitbucketCommitStatus, commitStatusSchema } from "./schemas.ts";
import { commitOf } from "./to-check-event.ts";

type Checked = Omit<CheckedCommit, "branch">;

const known: Record<string, CheckState | undefined> = {
  ...{ SUCCESSFUL: "green", INPROGRESS: "pending" },
};

/** Of the builds of the commit; one that was stopped counts as a failure. */
export async function readChecks(client: BitbucketClient, checked: Checked): Promise<CheckState> {
  const statuses = await listStatuses(client, checked);
  return combineChecks(
    statuses.filter(({ key }) => !isOwnCheck(key)).map(({ state }) => known[state] ?? "failed"),
  );
}

/** By the pull request, which knows the builds of a fork's commits as well. */
export async function listStatuses(
  client: BitbucketClient,
  { number, commit }: Checked,
): Promise<BitbucketCommitStatus[]> {
  const all = client.list({
    path: `${client.path}/pullrequests/${number}/statuses`,
    item: commitStatusSchema,
    action: "read the builds",
  });
  const statuses: BitbucketCommitStatus[] = [];
  for await (const status of all) if (commitOf(status) === commit) statuses.push(status);
  return statuses;
}
