import type { CheckedCommit } from "../combine-checks.ts";
import { readAllowed } from "../listed-feedback.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { AzureClient } from "./client.ts";
import {
  listBuilds,
  listCommitStatuses,
  listPullRequestStatuses,
  nameOf,
  withoutBuilds,
} from "./read-checks.ts";
import type { AzureStatus } from "./schemas.ts";
import { toCheckEvent } from "./to-check-event.ts";

const failedStates = ["failed", "error"];

/**
 * Lists failed builds, and failed statuses that others set on the commit or the pull request. Leaves out
 * whatever the token may not read.
 */
export async function listFailedChecks(
  client: AzureClient,
  { number, branch, checkedCommit: commit }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (commit === null) return [];
  const checked = { number, branch, commit };
  const builds = await readAllowed(() => listBuilds(client, checked));
  const statuses = [
    ...(await readAllowed(() => listCommitStatuses(client, checked))),
    ...(await readAllowed(() => listPullRequestStatuses(client, checked))),
  ];
  const failed = builds.flatMap(
    (build) => toCheckEvent(build, `Build ${build.buildNumber ?? ""} failed`) ?? [],
  );
  const others = withoutBuilds(statuses, builds).filter(({ state }) => failedStates.includes(state ?? ""));
  return [...failed, ...others.map((status) => toStatusEvent(status, checked))];
}

function toStatusEvent(status: AzureStatus, { branch, commit }: CheckedCommit): FeedbackEvent {
  const { description, targetUrl } = status;
  const text = description ?? "";
  return { kind: "check_failed", branch, commit, name: nameOf(status), text, url: targetUrl ?? "" };
}
