import type { DataCenterClient } from "./client.ts";
import { type DataCenterPullRequest, pullRequestSchema } from "./schemas.ts";

export interface PullRequestChange {
  title?: string;
  description?: string;
  base?: string;
  /** Names of all reviewers, including existing ones. */
  reviewers?: readonly string[];
}

/** Changes the version that was read. The host drops fields that are not sent again, above all reviewers. */
export async function writePullRequest(
  client: DataCenterClient,
  found: DataCenterPullRequest,
  { title, description, base, reviewers }: PullRequestChange,
): Promise<DataCenterPullRequest> {
  const names = reviewers ?? (found.reviewers ?? []).map(({ user }) => user.name);
  const { data } = await client.request({
    method: "PUT",
    path: `${client.path}/pull-requests/${found.id}`,
    body: {
      version: found.version,
      title: title ?? found.title,
      description: description ?? found.description ?? "",
      reviewers: names.map((name) => ({ user: { name } })),
      ...(base === undefined ? {} : { toRef: toRef(client, base) }),
      ...(found.draft == null ? {} : { draft: found.draft }),
    },
    action: "update the pull request",
    schema: pullRequestSchema,
  });
  return data;
}

/** Returns a branch of a repository in the host's format. */
export function toRef({ address }: Pick<DataCenterClient, "address">, branch: string): object {
  const { projectKey, slug } = address;
  return { id: `refs/heads/${branch}`, repository: { slug, project: { key: projectKey } } };
}
