import { z } from "zod";
import type { SoughtBranch } from "../create-code-host.ts";
import { pathSegment } from "../path-segment.ts";
import { statusOf } from "../to-host-error.ts";
import type { Fork, PullRequestRef } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { type GiteaPullRequest, pullRequestSchema } from "./schemas.ts";

/** Finds the open pull request from exactly this branch of the repository or of the token owner's fork. */
export async function findOpenPullRequest(
  client: GiteaClient,
  sought: SoughtBranch,
): Promise<GiteaPullRequest | null> {
  const [first] = sought.baseRef === undefined ? [] : await findNewestAlike(client, sought);
  if (first !== undefined) return first;
  const direct = await findByBaseAndHead(client, sought);
  if (direct !== null && (await isOpenOne(client, direct, sought))) return direct;
  const pages = client.list({
    path: `${client.path}/pulls`,
    query: { state: "open" },
    item: pullRequestSchema,
    action: "look for the pull request",
  });
  for await (const found of pages) {
    if (await isOpenOne(client, found, sought)) return found;
  }
  return null;
}

/** Returns the open ones with the same branches among the newest fifty, by number. */
export async function findNewestAlike(
  client: GiteaClient,
  sought: SoughtBranch,
): Promise<GiteaPullRequest[]> {
  const { data } = await client.request({
    path: `${client.path}/pulls`,
    query: { state: "open", page: 1, limit: 50 },
    action: "look for the pull request",
    schema: z.array(pullRequestSchema),
  });
  const alike: GiteaPullRequest[] = [];
  for (const found of data)
    if (found.base.ref === sought.baseRef && (await isOpenOne(client, found, sought))) alike.push(found);
  return alike.sort((one, other) => one.number - other.number);
}

export function toPullRequestRef(found: GiteaPullRequest): PullRequestRef {
  const state = found.merged ? "merged" : found.state === "open" ? "open" : "closed";
  return { number: found.number, url: found.html_url, state, branch: branchOf(found) };
}

/** Returns the head as the host writes it; forks differ in their owner only. */
export function headOf({ branch, fork }: { branch: string; fork?: Fork | null }): string {
  return fork == null ? branch : `${fork.owner}:${branch}`;
}

/**
 * Avoids reading the whole list. Returns any one with this base and head, possibly a closed one that hides an
 * open one: the result is only a hint.
 */
async function findByBaseAndHead(
  client: GiteaClient,
  { branch, baseRef, fork }: SoughtBranch,
): Promise<GiteaPullRequest | null> {
  if (baseRef === undefined || fork != null) return null;
  const path = `${client.path}/pulls/${pathSegment(baseRef)}/${pathSegment(branch)}`;
  return await client.find(path, pullRequestSchema, "look for the pull request");
}

async function isOpenOne(
  client: GiteaClient,
  found: GiteaPullRequest,
  { branch, fork }: SoughtBranch,
): Promise<boolean> {
  if (found.state !== "open" || found.merged || branchOf(found) !== branch) return false;
  const isOwn = found.head.repo_id === found.base.repo_id;
  const headOwner = found.head.repo?.owner.login;
  if (fork != null) return !isOwn && isSameName(headOwner, fork.owner);
  return isOwn || (headOwner !== undefined && isSameName(headOwner, await loginOrNull(client)));
}

/** Returns null if the token may not read its owner: then only the repository's own branches count. */
async function loginOrNull(client: GiteaClient): Promise<string | null> {
  try {
    return await client.ownLogin();
  } catch (error) {
    if (statusOf(error) === 403) return null;
    throw error;
  }
}

function branchOf({ head }: GiteaPullRequest): string {
  return head.label === "" ? head.ref : head.label;
}

function isSameName(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && one.toLowerCase() === other?.toLowerCase();
}
