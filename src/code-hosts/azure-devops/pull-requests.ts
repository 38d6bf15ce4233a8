import { AppError, isAppError } from "../../errors.ts";
import { createCodeHost } from "../create-code-host.ts";
import { isUpToDate, markBody } from "../marked-body.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostOptions, PullRequestDraft } from "../types.ts";
import { addExtras } from "./add-extras.ts";
import type { AzureClient } from "./client.ts";
import { commentOnPullRequest } from "./comment-on-pull-request.ts";
import { findFork } from "./ensure-fork.ts";
import {
  findOpenPullRequest,
  forkNameOf,
  readPullRequest,
  toPullRequestRef,
  toRefName,
} from "./find-open-pull-request.ts";
import { type AzurePullRequest, listSchema, pullRequestSchema, refSchema } from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";

const bodyCharactersMax = 4_000;

export function createPullRequests(client: AzureClient, options: HostOptions): CodeHost {
  const { project, repository } = client.address;
  return createCodeHost<AzurePullRequest>(
    {
      repository: `${project}/${repository}`,
      find: (branch) => findOpenPullRequest(client, branch),
      read: (number) => readPullRequest(client, number),
      create: (draft) => create(client, draft),
      update: (found, draft) => bringUpToDate(client, found, draft),
      addExtras: (opened, draft) => addExtras(client, opened, draft),
      say: (number, comment) => commentOnPullRequest(client, number, comment),
      whoAmI: () => whoAmI(client),
      toRef: (found) => toPullRequestRef(client, found),
      isDuplicate,
    },
    options,
  );
}

/** 409 may have other causes. */
function isDuplicate(error: unknown): boolean {
  return isAppError(error) && error.details.typeKey === "GitPullRequestExistsException";
}

async function create(client: AzureClient, draft: PullRequestDraft): Promise<AzurePullRequest> {
  const body = {
    sourceRefName: toRefName(draft.branch),
    targetRefName: toRefName(draft.baseRef),
    title: draft.title,
    description: markedBody(draft),
    ...(draft.draft ? { isDraft: true } : {}),
    ...(draft.fork == null ? {} : { forkSource: { repository: { id: await forkId(client, draft.fork) } } }),
  };
  const request = { method: "POST", path: `${client.path}/pullrequests`, body } as const;
  try {
    const action = "open the pull request";
    return (await client.request({ ...request, action, schema: pullRequestSchema })).data;
  } catch (error) {
    throw (statusOf(error) === 400 && (await findMissingBase(client, draft.baseRef))) || error;
  }
}

async function forkId(client: AzureClient, fork: NonNullable<PullRequestDraft["fork"]>): Promise<string> {
  const name = forkNameOf(fork);
  const found = await findFork(client, name);
  if (found !== null) return found.id;
  throw new AppError("code_host_refused", `The fork ${client.address.project}/${name} no longer exists.`);
}

/**
 * Updates title and body if the job has new ones, and the base branch. Takes two requests, because the host
 * ignores all else if the base changes. Leaves completed and abandoned pull requests as they are.
 */
async function bringUpToDate(
  client: AzureClient,
  found: AzurePullRequest,
  draft: PullRequestDraft,
): Promise<AzurePullRequest> {
  if (found.status !== "active") return found;
  let last = found;
  if (!isUpToDate(found.description, draft)) {
    last = await change(client, found, { title: draft.title, description: markedBody(draft) });
  }
  const targetRefName = toRefName(draft.baseRef);
  if (found.targetRefName === targetRefName) return last;
  try {
    return await change(client, found, { targetRefName });
  } catch (error) {
    throw (statusOf(error) === 400 && (await findMissingBase(client, draft.baseRef))) || error;
  }
}

async function change(
  client: AzureClient,
  { pullRequestId }: AzurePullRequest,
  body: Partial<Pick<AzurePullRequest, "title" | "description" | "targetRefName">>,
): Promise<AzurePullRequest> {
  const path = `${client.path}/pullrequests/${pullRequestId}`;
  const action = "update the pull request";
  return (await client.request({ method: "PATCH", path, body, action, schema: pullRequestSchema })).data;
}

/** The host gives the same message whichever of the two branches is gone. */
async function findMissingBase(client: AzureClient, baseRef: string): Promise<AppError | null> {
  const { data } = await client.request({
    path: `${client.path}/refs`,
    // Returns all refs with this prefix, the shortest first.
    query: { filter: `heads/${baseRef}` },
    action: "look for the base branch",
    schema: listSchema(refSchema),
  });
  if (data.value.some(({ name }) => name === toRefName(baseRef))) return null;
  const { project, repository } = client.address;
  return new AppError("ref_not_found", `The base branch ${baseRef} is not in ${project}/${repository}.`);
}

function markedBody({ title, body, jobId }: PullRequestDraft): string {
  return markBody({ title, body, jobId }, { charactersMax: bodyCharactersMax });
}
