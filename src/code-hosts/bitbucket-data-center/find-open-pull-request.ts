import type { SoughtBranch } from "../create-code-host.ts";
import { statusOf } from "../to-host-error.ts";
import type { PullRequestRef } from "../types.ts";
import { type DataCenterClient, pathOf } from "./client.ts";
import { findOwnFork } from "./find-own-fork.ts";
import { readAddress } from "./read-address.ts";
import { type DataCenterPullRequest, type DataCenterRepository, pullRequestSchema } from "./schemas.ts";

interface Place {
  projectKey: string;
  slug: string;
}

/** Finds the open pull request from exactly this branch of the repository or of the token owner's fork. */
export async function findOpenPullRequest(
  client: DataCenterClient,
  { branch, fork }: SoughtBranch,
): Promise<DataCenterPullRequest | null> {
  if (fork != null) return await findFrom(client, readAddress(fork.repository), branch);
  const own = await findFrom(client, client.address, branch);
  if (own !== null || fork === null) return own;
  const ownFork = await findForkOrNull(client);
  return ownFork === null ? null : await findFrom(client, placeOf(ownFork), branch);
}

export function toPullRequestRef({ id, links, state, fromRef }: DataCenterPullRequest): PullRequestRef {
  return {
    number: id,
    url: links.self[0]?.href ?? "",
    state: stateOf(state),
    branch: fromRef.displayId,
  };
}

export function stateOf(state: string): PullRequestRef["state"] {
  if (state === "OPEN") return "open";
  return state === "MERGED" ? "merged" : "closed";
}

/** Lists a repository's outgoing pull requests, some of which may go to other repositories. */
async function findFrom(
  client: DataCenterClient,
  from: Place,
  branch: string,
): Promise<DataCenterPullRequest | null> {
  const ref = `refs/heads/${branch}`;
  const found = client.list({
    path: `${pathOf(from)}/pull-requests`,
    query: { direction: "OUTGOING", at: ref, state: "OPEN" },
    item: pullRequestSchema,
    action: "look for the pull request",
  });
  for await (const pullRequest of found) {
    const { state, fromRef, toRef } = pullRequest;
    const isSought = state === "OPEN" && fromRef.id === ref && isAt(fromRef.repository, from);
    if (isSought && isAt(toRef.repository, client.address)) return pullRequest;
  }
  return null;
}

function isAt(repository: DataCenterRepository, place: Place): boolean {
  const { projectKey, slug } = placeOf(repository);
  return projectKey === place.projectKey && slug === place.slug;
}

function placeOf({ project, slug }: DataCenterRepository): Place {
  return { projectKey: project.key.toUpperCase(), slug: slug.toLowerCase() };
}

/** Returns null if the token may not ask: then only the repository's own branches count. */
async function findForkOrNull(client: DataCenterClient): Promise<DataCenterRepository | null> {
  try {
    return await findOwnFork(client);
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403 || status === 404) return null;
    throw error;
  }
}
