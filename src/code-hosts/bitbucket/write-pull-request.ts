import type { BitbucketClient } from "./client.ts";
import { type BitbucketPullRequest, pullRequestSchema } from "./schemas.ts";

export interface PullRequestChange {
  title?: string;
  description?: string;
  base?: string;
  /** UUIDs of all reviewers, including existing ones. */
  reviewers?: readonly string[];
}

/** Changes a pull request. The host drops fields that are not sent again, above all reviewers. */
export async function writePullRequest(
  client: BitbucketClient,
  found: BitbucketPullRequest,
  change: PullRequestChange,
): Promise<BitbucketPullRequest> {
  const base = change.base ?? found.destination.branch?.name;
  const reviewers = change.reviewers ?? (found.reviewers ?? []).map(({ uuid }) => uuid);
  const { data } = await client.request({
    method: "PUT",
    path: `${client.path}/pullrequests/${found.id}`,
    body: {
      title: change.title ?? found.title,
      description: change.description ?? found.description ?? "",
      ...(base === undefined ? {} : { destination: { branch: { name: base } } }),
      close_source_branch: found.close_source_branch ?? false,
      reviewers: reviewers.map((uuid) => ({ uuid })),
      ...(found.draft == null ? {} : { draft: found.draft }),
    },
    action: "update the pull request",
    schema: pullRequestSchema,
  });
  return data;
}
