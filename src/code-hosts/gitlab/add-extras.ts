import { z } from "zod";
import type { PullRequestDraft } from "../types.ts";
import type { GitlabClient } from "./client.ts";
import { findUser } from "./find-user.ts";
import { nullWhenRefused } from "./null-when-refused.ts";
import type { MergeRequest } from "./schemas.ts";

interface Extras {
  /** The host creates missing labels. */
  add_labels?: string;
  reviewer_ids?: number[];
  assignee_ids?: number[];
}

/**
 * Adds missing labels, reviewers and assignees. The merge request is already open, so refusals are ignored.
 */
export async function addExtras(
  client: GitlabClient,
  opened: MergeRequest,
  draft: PullRequestDraft,
): Promise<void> {
  const labels = (draft.labels ?? []).filter((label) => !opened.labels.includes(label));
  const reviewerIds = await addPeople(client, opened.reviewers, draft.reviewers);
  const assigneeIds = await addPeople(client, opened.assignees, draft.assignees);
  const extras: Extras = {
    ...(labels.length === 0 ? {} : { add_labels: labels.join(",") }),
    ...(reviewerIds === null ? {} : { reviewer_ids: reviewerIds }),
    ...(assigneeIds === null ? {} : { assignee_ids: assigneeIds }),
  };
  const groups = Object.entries(extras).map(([name, value]) => ({ [name]: value }));
  if (groups.length === 0 || (await write(client, opened.iid, extras)) || groups.length === 1) return;
  for (const group of groups) await write(client, opened.iid, group);
}

/**
 * Returns the ids of existing and added people, because the host takes only the whole set; null if nobody is
 * added.
 */
async function addPeople(
  client: GitlabClient,
  there: MergeRequest["reviewers"],
  names: readonly string[] | undefined,
): Promise<number[] | null> {
  const ids = new Set((there ?? []).map(({ id }) => id));
  const before = ids.size;
  for (const name of names ?? []) {
    const user = await findUser(client, name).catch(nullWhenRefused);
    if (user !== null) ids.add(user.id);
  }
  return ids.size === before ? null : [...ids];
}

async function write(client: GitlabClient, number: number, extras: Extras): Promise<boolean> {
  const edited = await client
    .request({
      method: "PUT",
      path: `${client.path}/merge_requests/${number}`,
      body: extras,
      action: "add labels, reviewers and assignees",
      schema: z.unknown(),
    })
    .catch(nullWhenRefused);
  return edited !== null;
}
