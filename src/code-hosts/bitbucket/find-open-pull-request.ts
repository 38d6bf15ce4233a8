import type { SoughtBranch } from "../create-code-host.ts";
import { statusOf } from "../to-host-error.ts";
import type { PullRequestRef } from "../types.ts";
import type { BitbucketClient } from "./client.ts";
import { type BitbucketPullRequest, pullRequestSchema } from "./schemas.ts";

/** Finds the open pull request from exactly this branch of the repository or of the token owner's fork. */
export async function findOpenPullRequest(
  client: BitbucketClient,
  sought: SoughtBranch,
): Promise<BitbucketPullRequest | null> {
  const name = sought.branch.replace(/["\\]/g, "\\$&");
  const found = client.list({
    path: `${client.path}/pullrequests`,
    // Drafts were sometimes left out unless requested explicitly (BCLOUD-23659).
    query: { q: `source.branch.name="${name}" AND state="OPEN" AND (draft=true OR draft=false)` },
    pageSize: 50,
    item: pullRequestSchema,
    action: "look for the pull request",
  });
  for await (const pullRequest of found) {
    if (await isSought(client, pullRequest, sought)) return pullRequest;
  }
  return null;
}

export function toPullRequestRef({ id, links, state, source }: BitbucketPullRequest): PullRequestRef {
  return {
    number: id,
    url: links.html.href,
    state: stateOf(state),
    branch: source.branch?.name ?? "",
  };
}

/** `DECLINED` and `SUPERSEDED` mean closed. */
export function stateOf(state: string): PullRequestRef["state"] {
  if (state === "OPEN") return "open";
  return state === "MERGED" ? "merged" : "closed";
}

async function isSought(
  client: BitbucketClient,
  { state, source }: BitbucketPullRequest,
  { branch, fork }: SoughtBranch,
): Promise<boolean> {
  if (state !== "OPEN" || source.branch?.name !== branch || source.repository == null) return false;
  const [workspace = "", slug = ""] = source.repository.full_name.toLowerCase().split("/");
  const isOwn = workspace === client.workspace.toLowerCase() && slug === client.slug.toLowerCase();
  if (fork === undefined) return isOwn || workspace === (await ownWorkspaceOrNull(client))?.toLowerCase();
  return fork === null ? isOwn : !isOwn && workspace === fork.owner.toLowerCase();
}

/** Returns null if the token may not ask, or has no owner: then only the repository's own branches count. */
async function ownWorkspaceOrNull(client: BitbucketClient): Promise<string | null> {
  try {
    return await client.ownWorkspace();
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403 || status === 404) return null;
    throw error;
  }
}
