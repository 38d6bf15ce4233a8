import type { SoughtBranch } from "../create-code-host.ts";
import { pathSegment } from "../path-segment.ts";
import type { Fork, PullRequestRef } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { findFork, ownForkName } from "./ensure-fork.ts";
import { type AzurePullRequest, pullRequestSchema } from "./schemas.ts";

const branchPrefix = "refs/heads/";

/** Finds the open pull request from exactly this branch of the repository or of the token owner's fork. */
export async function findOpenPullRequest(
  client: AzureClient,
  sought: SoughtBranch,
): Promise<AzurePullRequest | null> {
  const sourceRefName = toRefName(sought.branch);
  const listed = client.list({
    path: `${client.path}/pullrequests`,
    query: { "searchCriteria.sourceRefName": sourceRefName, "searchCriteria.status": "active" },
    item: pullRequestSchema,
    action: "look for the pull request",
  });
  for await (const { pullRequestId, sourceRefName: source } of listed) {
    if (source !== sourceRefName) continue;
    // The list truncates the description and may not say whether the branch belongs to a fork.
    const found = await readPullRequest(client, pullRequestId);
    if (found?.status === "active" && (await isSought(client, found, sought))) return found;
  }
  return null;
}

export async function readPullRequest(client: AzureClient, number: number): Promise<AzurePullRequest | null> {
  const path = `${client.path}/pullrequests/${number}`;
  return await client.find({ path, schema: pullRequestSchema, action: "read the pull request" });
}

export function toRefName(branch: string): string {
  return `${branchPrefix}${branch}`;
}

export function toPullRequestRef(client: AzureClient, found: AzurePullRequest): PullRequestRef {
  const { baseUrl, project, repository } = client.address;
  const page = `${baseUrl}/${pathSegment(project)}/_git/${pathSegment(repository)}/pullrequest`;
  return {
    number: found.pullRequestId,
    url: `${page}/${found.pullRequestId}`,
    state: stateOf(found.status),
    branch: toBranch(found.sourceRefName),
  };
}

export function toBranch(refName: string): string {
  return refName.startsWith(branchPrefix) ? refName.slice(branchPrefix.length) : refName;
}

export function stateOf(status: string): PullRequestRef["state"] {
  if (status === "active" || status === "notSet") return "open";
  return status === "completed" ? "merged" : "closed";
}

async function isSought(
  client: AzureClient,
  { forkSource }: AzurePullRequest,
  { fork }: SoughtBranch,
): Promise<boolean> {
  if (forkSource == null) return fork == null;
  if (fork === null) return false;
  const own = await findFork(client, fork === undefined ? await ownForkName(client) : forkNameOf(fork));
  return own?.id === forkSource.repository.id;
}

export function forkNameOf({ repository }: Fork): string {
  return decodeURIComponent(repository.split("/").at(-1) ?? "");
}
