import type { SoughtBranch } from "../create-code-host.ts";
import { listItems } from "../rest/list-pages.ts";
import { statusOf } from "../to-host-error.ts";
import type { PullRequestRef } from "../types.ts";
import type { GithubClient } from "./client.ts";
import { type GithubPullRequest, pullRequestSchema } from "./schemas.ts";

/**
 * Finds the open pull request from exactly this branch of the repository or of the credentials' own fork;
 * with `fork`, of that one only. Returns the oldest if there are several with different base branches.
 */
export async function findOpenPullRequest(
  client: GithubClient,
  { branch, fork }: SoughtBranch,
): Promise<GithubPullRequest | null> {
  if (fork != null) return await findByHead(client, { branch, owner: fork.owner, isFork: true });
  const own = await findByHead(client, { branch, owner: client.owner, isFork: false });
  if (own !== null) return own;
  const login = await forkOwner(client);
  return login === null ? null : await findByHead(client, { branch, owner: login, isFork: true });
}

export function toPullRequestRef(found: GithubPullRequest): PullRequestRef {
  const { number, html_url: url, state, merged_at: mergedAt, head } = found;
  return { number, url, state: mergedAt == null ? state : "merged", branch: head.ref };
}

/** GitHub ignores filters that it does not understand, so the results are checked again. */
async function findByHead(
  client: GithubClient,
  { branch, owner, isFork }: { branch: string; owner: string; isFork: boolean },
): Promise<GithubPullRequest | null> {
  const pages = listItems(client, {
    path: `${client.path}/pulls`,
    query: { state: "open", head: `${owner}:${branch}`, sort: "created", direction: "asc" },
    action: "look for the pull request",
    schema: pullRequestSchema,
  });
  for await (const found of pages) {
    const { ref, repo } = found.head;
    if (found.state !== "open" || ref !== branch || repo == null) continue;
    const isOwn = isSameName(repo.full_name, `${client.owner}/${client.name}`);
    if (isFork ? !isOwn && isSameName(repo.owner.login, owner) : isOwn) return found;
  }
  return null;
}

/** Returns null for an App, which has no account to own forks, and if the token's owner is not shown. */
async function forkOwner(client: GithubClient): Promise<string | null> {
  if (client.app !== null) return null;
  try {
    const login = await client.ownLogin();
    return isSameName(login, client.owner) ? null : login;
  } catch (error) {
    if (statusOf(error) === 403) return null;
    throw error;
  }
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
