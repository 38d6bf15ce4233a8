import { findOne } from "../rest/find-one.ts";
import { listItems } from "../rest/list-pages.ts";
import type { PullRequestRef } from "../types.ts";
import type { GitlabClient } from "./client.ts";
import { type MergeRequest, mergeRequestSchema } from "./schemas.ts";

const states = { opened: "open", locked: "open", merged: "merged", closed: "closed" } as const;

/** A merge request is locked while it is being merged; it still counts as open. */
export function toPullRequestRef({ iid, web_url, state, source_branch }: MergeRequest): PullRequestRef {
  return { number: iid, url: web_url, state: states[state], branch: source_branch };
}

export function isOpen({ state }: MergeRequest): boolean {
  return states[state] === "open";
}

/** Returns the oldest. */
export async function findOpen(client: GitlabClient, branch: string): Promise<MergeRequest | null> {
  return (await listOpen(client, branch))[0] ?? null;
}

/** Lists open merge requests, oldest first, from this branch of the project or of the token owner's fork. */
export async function listOpen(client: GitlabClient, branch: string): Promise<MergeRequest[]> {
  const all = listItems(client, {
    path: `${client.path}/merge_requests`,
    // A filter by state would leave out locked ones.
    query: { source_branch: branch },
    action: "look for the merge request",
    schema: mergeRequestSchema,
  });
  const own: MergeRequest[] = [];
  for await (const one of all) {
    if (one.source_branch !== branch || !isOpen(one)) continue;
    if (isOfProject(one) || (await isByOwner(client, one))) own.push(one);
  }
  return own.sort((a, b) => a.iid - b.iid);
}

export async function readMergeRequest(client: GitlabClient, number: number): Promise<MergeRequest | null> {
  const path = `${client.path}/merge_requests/${number}`;
  return await findOne(client, { path, action: "read the merge request", schema: mergeRequestSchema });
}

function isOfProject({ source_project_id: source, target_project_id: target }: MergeRequest): boolean {
  return source === target;
}

/** Anybody may have a branch of this name in their fork. */
async function isByOwner(client: GitlabClient, { author }: MergeRequest): Promise<boolean> {
  return author?.id === (await client.ownUser()).id;
}
