import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { isUpToDate, readMark } from "../marked-body.ts";
import { openOnce } from "../open-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostOptions, PullRequestDraft, PullRequestRef } from "../types.ts";
import { addExtras } from "./add-extras.ts";
import { assertBranch, hasBranch } from "./branches.ts";
import { type GitlabClient, projectPath } from "./client.ts";
import { comment } from "./comment.ts";
import { findOpen, isOpen, listOpen, readMergeRequest, toPullRequestRef } from "./merge-requests.ts";
import { nullWhenRefused } from "./null-when-refused.ts";
import { readGitlabAddress } from "./read-address.ts";
import { readProject } from "./read-project.ts";
import { type MergeRequest, mergeRequestSchema } from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";
import { rewriteTitle, textOf, writeDescription, writeTitle } from "./write-text.ts";

/** A newly pushed branch is not known everywhere on the host at once. */
const branchPausesMs = [500, 2_000, 5_000];

export function createPullRequests(client: GitlabClient, options: HostOptions): CodeHost {
  return {
    async findPullRequest(branch) {
      const found = await findOpen(client, branch);
      return found === null ? null : toPullRequestRef(found);
    },
    openPullRequest: (draft) => openPullRequest(client, options, draft),
    async updatePullRequest(number, draft) {
      const found = await readMergeRequest(client, number);
      if (found !== null) return toPullRequestRef(await bringUpToDate(client, found, draft));
      throw new AppError("pull_request_not_found", `${client.project} has no merge request ${number}.`);
    },
    async getPullRequest(number) {
      const found = await readMergeRequest(client, number);
      return found === null ? null : toPullRequestRef(found);
    },
    comment: (number, said) => comment(client, number, said),
    whoAmI: () => whoAmI(client, options.credentials),
  };
}

async function openPullRequest(
  client: GitlabClient,
  options: HostOptions,
  draft: PullRequestDraft,
): Promise<PullRequestRef> {
  const { sleep, signal } = options;
  await assertBranch(client, draft.baseRef);
  let last: MergeRequest | null = null;
  const { adopted } = await openOnce({
    async create() {
      last = await createWhenPushed(client, options, draft);
      return toPullRequestRef(last);
    },
    async find() {
      last = (await listLike(client, draft))[0] ?? null;
      return last === null ? null : toPullRequestRef(last);
    },
    isDuplicate: (error) => statusOf(error) === 409,
    sleep,
    signal,
  });
  const made = last!;
  const first = (await keepTheFirst(client, draft).catch(nullWhenRefused)) ?? made;
  const isNew = !adopted && first.iid === made.iid;
  const opened = isNew ? first : await bringUpToDate(client, first, draft);
  await addExtras(client, opened, draft);
  return toPullRequestRef(opened);
}

async function createWhenPushed(
  client: GitlabClient,
  options: HostOptions,
  draft: PullRequestDraft,
): Promise<MergeRequest> {
  const source = sourceProject(client, options, draft);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await create(client, source, draft);
    } catch (error) {
      const pauseMs = branchPausesMs[attempt];
      if (statusOf(error) !== 400 || pauseMs === undefined) throw error;
      if (!(await hasBranch(client, source, draft.branch))) throw error;
      await (options.sleep ?? realSleep)(pauseMs, options.signal);
    }
  }
}

async function create(client: GitlabClient, source: string, draft: PullRequestDraft): Promise<MergeRequest> {
  const target = source === client.path ? {} : { target_project_id: (await readProject(client)).id };
  const { data } = await client.request({
    method: "POST",
    path: `${source}/merge_requests`,
    body: {
      source_branch: draft.branch,
      target_branch: draft.baseRef,
      title: writeTitle(draft),
      description: writeDescription(draft),
      // Otherwise the project's setting decides.
      remove_source_branch: false,
      ...target,
    },
    action: "open the merge request",
    schema: mergeRequestSchema,
  });
  return data;
}

/** Returns the API path of the project that has the branch. */
function sourceProject(client: GitlabClient, { apiUrl }: HostOptions, { fork }: PullRequestDraft): string {
  if (!fork) return client.path;
  return projectPath(
    readGitlabAddress({ repository: fork.repository, apiUrl: apiUrl ?? client.root }).project,
  );
}

/** Lists open merge requests from the draft's branch to its target branch, oldest first. */
async function listLike(client: GitlabClient, draft: PullRequestDraft): Promise<MergeRequest[]> {
  const isOfFork = ({ source_project_id: source, target_project_id: target }: MergeRequest) =>
    source !== target;
  return (await listOpen(client, draft.branch)).filter(
    (one) => one.target_branch === draft.baseRef && isOfFork(one) === Boolean(draft.fork),
  );
}

/**
 * The host checks for duplicates before it writes, so that two simultaneous requests both succeed. Each
 * opener then sees both and closes those of its job except the first. Returns the first.
 */
async function keepTheFirst(client: GitlabClient, draft: PullRequestDraft): Promise<MergeRequest | null> {
  const [first, ...others] = await listLike(client, draft);
  for (const { iid, description } of others) {
    if (readMark(description)?.job !== draft.jobId) continue;
    await edit(client, iid, { action: "close the second merge request", body: { state_event: "close" } });
  }
  return first ?? null;
}

/** Updates title and description if the job has new ones, and the target branch. */
async function bringUpToDate(
  client: GitlabClient,
  found: MergeRequest,
  draft: PullRequestDraft,
): Promise<MergeRequest> {
  const text = isUpToDate(found.description, textOf(draft))
    ? {}
    : { title: rewriteTitle(found, draft), description: writeDescription(draft) };
  const isMoved = isOpen(found) && found.target_branch !== draft.baseRef;
  if (isMoved) await assertBranch(client, draft.baseRef);
  const changes = { ...text, ...(isMoved ? { target_branch: draft.baseRef } : {}) };
  if (Object.keys(changes).length === 0) return found;
  return await edit(client, found.iid, { action: "update the merge request", body: changes });
}

async function edit(
  client: GitlabClient,
  number: number,
  request: { action: string; body: object },
): Promise<MergeRequest> {
  const path = `${client.path}/merge_requests/${number}`;
  return (await client.request({ method: "PUT", path, ...request, schema: mergeRequestSchema })).data;
}

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
