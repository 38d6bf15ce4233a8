import { isOwnCheck } from "../checks-report.ts";
import { type CheckedCommit, type CheckState, combineChecks } from "../combine-checks.ts";
import type { BitbucketClient } from "./client.ts";
import { type BitbucketCommitStatus, commitStatusSchema } from "./schemas.ts";
import { commitOf } from "./to-check-event.ts";

type Checked = Omit<CheckedCommit, "branch">;

const known: Record<string, CheckState | undefined> = {
  ...{ SUCCESSFUL: "green", INPROGRESS: "pending" },
};

/** Combines the builds of the commit; a stopped build counts as failed. */
export async function readChecks(client: BitbucketClient, checked: Checked): Promise<CheckState> {
  const statuses = await listStatuses(client, checked);
  return combineChecks(
    statuses.filter(({ key }) => !isOwnCheck(key)).map(({ state }) => known[state] ?? "failed"),
  );
}

/** Lists builds through the pull request, which also has those of a fork's commits. */
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
