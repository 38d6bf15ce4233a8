import { z } from "zod";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import { findOne } from "../rest/find-one.ts";
import { listItems } from "../rest/list-pages.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, MergeMethod } from "../types.ts";
import type { GithubClient } from "./client.ts";
import { isSameName } from "./find-open-pull-request.ts";
import { repositorySchema, reviewedPullSchema, reviewSchema } from "./schemas.ts";

type Pull = z.output<typeof reviewedPullSchema>;

const anything = z.unknown();

/** GitHub's obstacles, in words for people. `unstable` means failed checks that are not required. */
const obstacles: Record<string, string | undefined> = {
  blocked: "GitHub does not allow the merge: a required check or review is missing.",
  behind: "Its branch has to be brought up to date with the base branch first.",
};

export function createHostReview(
  client: GithubClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const path = (number: number) => `${client.path}/pulls/${number}`;
  const steps = {
    repository: `${client.owner}/${client.name}`,
    noun: "pull request",
    judge: (number: number) => judge(client, path(number)),
    approve: (number: number, { headCommit, body }: ApproveInput) =>
      send(client, {
        ...{ method: "POST", path: `${path(number)}/reviews`, action: "approve the pull request" },
        // A second approval by the same person has no effect.
        repeatable: true,
        body: { commit_id: headCommit, event: "APPROVE", ...(body === undefined ? {} : { body }) },
      }),
    merge: (number: number, { method, headCommit, title, message }: MergeInput) =>
      send(client, {
        ...{ method: "PUT", path: `${path(number)}/merge`, action: "merge the pull request" },
        body: { sha: headCommit, merge_method: method, commit_title: title, commit_message: message },
      }),
    close: (number: number) =>
      send(client, {
        ...{ method: "PATCH", path: path(number), action: "close the pull request" },
        body: { state: "closed" },
      }),
  } as const;
  return createReview(steps, options);
}

async function send(
  client: GithubClient,
  request: {
    method: "POST" | "PUT" | "PATCH";
    path: string;
    action: string;
    body: object;
    repeatable?: boolean;
  },
): Promise<void> {
  await client.request({ ...request, schema: anything });
}

async function judge(client: GithubClient, path: string): Promise<Judged | null> {
  const action = "read the pull request";
  const found = await findOne(client, { path, action, schema: reviewedPullSchema });
  if (found === null) return null;
  const both = { headCommit: found.head.sha, baseRef: found.base.ref };
  if (found.merged_at != null)
    return judgeEnded({ ...both, state: "merged", mergeCommit: found.merge_commit_sha ?? null });
  if (found.state !== "open") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  const methods = await readMethods(client);
  const { mergeable, obstacle, hasConflicts } = readMergeable(found);
  return {
    ...both,
    state: "open",
    ...{ mergeable, obstacle, hasConflicts, methods },
    conflicts: [],
    approvals: await countApprovals(client, path),
    canApprove: await mayApprove(client, found),
    draft: found.draft === true,
    mergeCommit: null,
  };
}

function readMergeable({ mergeable = null, mergeable_state: state }: Pull) {
  const hasConflicts = mergeable === false && (state === "dirty" || state == null);
  if (mergeable === null || state === "unknown") {
    return { mergeable: null, obstacle: null, hasConflicts: false };
  }
  const obstacle = obstacles[state ?? ""] ?? null;
  return { mergeable: mergeable && obstacle === null && state !== "draft", obstacle, hasConflicts };
}

async function readMethods(client: GithubClient): Promise<MergeMethod[]> {
  const action = "read the repository";
  const { data } = await client.request({ path: client.path, action, schema: repositorySchema });
  const allowed = { merge: data.allow_merge_commit, squash: data.allow_squash_merge };
  return (["merge", "squash"] as const).filter((method) => allowed[method] !== false);
}

/**
 * Counts repeated approvals by one account: Copydesk may approve for several people with the same account.
 */
async function countApprovals(client: GithubClient, path: string): Promise<number> {
  let count = 0;
  const reviews = listItems(client, {
    ...{ path: `${path}/reviews`, action: "read the reviews", schema: reviewSchema },
  });
  for await (const { state } of reviews) if (state === "APPROVED") count += 1;
  return count;
}

async function mayApprove(client: GithubClient, { user }: Pull): Promise<boolean> {
  const own = await client.ownLogin().catch(() => null);
  return own === null || user == null || !isSameName(own, user.login);
}
