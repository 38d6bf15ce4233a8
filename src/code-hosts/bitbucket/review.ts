import { z } from "zod";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import { statusOf } from "../to-host-error.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, MergeMethod } from "../types.ts";
import type { BitbucketClient } from "./client.ts";
import { changeSchema, commitSchema, type ReviewedPull, reviewedPullSchema } from "./schemas.ts";

const anything = z.unknown();

const strategies = { merge: "merge_commit", squash: "squash" } as const;

/**
 * The host takes no commit id with an approval or a merge: the branch is checked right before, and a push in
 * the moment between is included.
 */
export function createHostReview(
  client: BitbucketClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const path = (number: number) => `${client.path}/pullrequests/${number}`;
  const post = async (to: string, action: string, body?: object) => {
    const request = { method: "POST", path: to, action, schema: anything } as const;
    await client.request({ ...request, ...(body === undefined ? {} : { body }) });
  };
  const steps = {
    repository: `${client.workspace}/${client.slug}`,
    noun: "pull request",
    judge: (number: number) => judge(client, path(number)),
    async approve(number: number, { body }: ApproveInput) {
      await post(`${path(number)}/approve`, "approve the pull request").catch(async (error: unknown) => {
        if (statusOf(error) !== 409 || !(await hasApproved(client, path(number)))) throw error;
      });
      if (body === undefined) return;
      await post(`${path(number)}/comments`, "comment on the pull request", { content: { raw: body } });
    },
    merge: (number: number, { method, title, message }: MergeInput) =>
      post(`${path(number)}/merge`, "merge the pull request", {
        type: "pullrequest_merge_parameters",
        message: message === "" ? title : `${title}\n\n${message}`,
        close_source_branch: false,
        merge_strategy: strategies[method],
      }),
    close: (number: number) => post(`${path(number)}/decline`, "decline the pull request"),
  } as const;
  return createReview(steps, options);
}

async function judge(client: BitbucketClient, path: string): Promise<Judged | null> {
  const found = await client.find(path, reviewedPullSchema, "read the pull request");
  if (found === null) return null;
  const both = { headCommit: await wholeHash(client, found), baseRef: found.destination.branch?.name ?? "" };
  const mergeCommit = found.merge_commit?.hash ?? null;
  if (found.state === "MERGED") return judgeEnded({ ...both, state: "merged", mergeCommit });
  if (found.state !== "OPEN") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  const conflicts = await listConflicts(client, path, found);
  return {
    ...both,
    ...{ state: "open", conflicts, hasConflicts: conflicts.length > 0, obstacle: null, mergeCommit: null },
    mergeable: conflicts.length === 0 && found.draft !== true,
    methods: readMethods(found),
    approvals: (found.participants ?? []).filter(({ approved }) => approved === true).length,
    canApprove: true,
    draft: found.draft === true,
  };
}

async function hasApproved(client: BitbucketClient, path: string): Promise<boolean> {
  const found = await client.find(path, reviewedPullSchema, "read the pull request");
  const { uuid } = await client.ownUser();
  return (found?.participants ?? []).some(({ user, approved }) => approved === true && user?.uuid === uuid);
}

async function wholeHash(client: BitbucketClient, { source }: ReviewedPull): Promise<string> {
  const short = source.commit?.hash ?? "";
  if (short === "" || short.length >= 40) return short;
  const repository = source.repository?.full_name;
  // A fork's commits are in the fork only, until they are merged.
  const places = [client.path, ...(repository === undefined ? [] : [`/repositories/${repository}`])];
  for (const place of places) {
    const found = await client.find(`${place}/commit/${short}`, commitSchema, "read the newest commit");
    if (found !== null) return found.hash;
  }
  return short;
}

/** The host reports conflicts only through the status of each change. */
async function listConflicts(client: BitbucketClient, path: string, found: ReviewedPull): Promise<string[]> {
  const changes = client.list({
    path: await addressOfChanges(client, path, found),
    item: changeSchema,
    action: "look for conflicts",
  });
  const conflicts = new Set<string>();
  try {
    for await (const { status, ...file } of changes) {
      if (!["added", "removed", "modified", "renamed"].includes(status))
        conflicts.add(file.new?.path ?? file.old?.path ?? status);
    }
  } catch (error) {
    // One side is gone: the merge itself will report that.
    if (statusOf(error) !== 404) throw error;
  }
  return [...conflicts].filter((name) => name !== "");
}

/** The address redirects to the repository's changes, and the client follows no redirects. */
async function addressOfChanges(
  client: BitbucketClient,
  path: string,
  { source, destination }: ReviewedPull,
): Promise<string> {
  try {
    await client.request({ path: `${path}/diffstat`, action: "look for conflicts", schema: anything });
  } catch (error) {
    const { location } = (error as { details?: { location?: unknown } }).details ?? {};
    if (typeof location === "string") return location;
    if (statusOf(error) !== 404) throw error;
  }
  return `${client.path}/diffstat/${source.commit?.hash}..${destination.commit?.hash}`;
}

function readMethods({ destination }: ReviewedPull): MergeMethod[] {
  const allowed = destination.branch?.merge_strategies;
  return (["merge", "squash"] as const).filter(
    (method) => allowed == null || allowed.includes(strategies[method]),
  );
}
