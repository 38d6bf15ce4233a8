import { z } from "zod";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, MergeMethod } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { repositorySchema, reviewedPullSchema, reviewSchema } from "./schemas.ts";

const anything = z.unknown();

export function createHostReview(
  client: GiteaClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const path = (number: number) => `${client.path}/pulls/${number}`;
  const steps = {
    repository: `${client.owner}/${client.name}`,
    noun: "pull request",
    judge: (number: number) => judge(client, path(number)),
    async approve(number: number, { headCommit, body = "" }: ApproveInput) {
      const approval = { event: "APPROVED", body, commit_id: headCommit };
      const request = { method: "POST", path: `${path(number)}/reviews`, body: approval } as const;
      await client.request({ ...request, action: "approve the pull request", schema: anything });
    },
    async merge(number: number, { method, headCommit, title, message }: MergeInput) {
      const body = {
        ...{ Do: method, MergeTitleField: title, MergeMessageField: message },
        ...{ head_commit_id: headCommit, delete_branch_after_merge: false },
      };
      const request = { method: "POST", path: `${path(number)}/merge`, body } as const;
      await client.request({ ...request, action: "merge the pull request", schema: anything });
    },
    async close(number: number) {
      const request = { method: "PATCH", path: path(number), body: { state: "closed" } } as const;
      await client.request({ ...request, action: "close the pull request", schema: anything });
    },
  } as const;
  return createReview(steps, options);
}

/**
 * The host never says why a pull request cannot be merged: unless it is a draft, it has conflicts or is still
 * being checked.
 */
async function judge(client: GiteaClient, path: string): Promise<Judged | null> {
  const found = await client.find(path, reviewedPullSchema, "read the pull request");
  if (found === null) return null;
  const both = { headCommit: found.head.sha, baseRef: found.base.ref };
  if (found.merged === true)
    return judgeEnded({ ...both, state: "merged", mergeCommit: found.merge_commit_sha ?? null });
  if (found.state !== "open") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  const draft = found.draft === true;
  const isRefused = !draft && found.mergeable === false;
  return {
    ...both,
    state: "open",
    mergeable: isRefused ? null : !draft,
    conflicts: [],
    hasConflicts: false,
    mayConflict: isRefused,
    obstacle: null,
    methods: await readMethods(client),
    approvals: await countApprovals(client, path),
    canApprove: await mayApprove(client, found.user?.login),
    draft,
    mergeCommit: null,
  };
}

async function readMethods(client: GiteaClient): Promise<MergeMethod[]> {
  const found = await client.find(client.path, repositorySchema, "read the repository");
  const allowed = { merge: found?.allow_merge_commits, squash: found?.allow_squash_merge };
  return (["merge", "squash"] as const).filter((method) => allowed[method] !== false);
}

/**
 * Counts repeated approvals by one account: Copydesk may approve for several people with the same account.
 */
async function countApprovals(client: GiteaClient, path: string): Promise<number> {
  let count = 0;
  const reviews = client.list({ path: `${path}/reviews`, item: reviewSchema, action: "read the reviews" });
  for await (const { state, dismissed } of reviews)
    if (state === "APPROVED" && dismissed !== true) count += 1;
  return count;
}

/** The host refuses approvals of one's own pull requests. */
async function mayApprove(client: GiteaClient, author: string | undefined): Promise<boolean> {
  const own = await client.ownLogin().catch(() => null);
  return own === null || own.toLowerCase() !== author?.toLowerCase();
}
