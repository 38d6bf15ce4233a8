import { AppError } from "../../errors.ts";
import { createCodeHost } from "../create-code-host.ts";
import { isUpToDate, markBody, readMark } from "../marked-body.ts";
import { pathSegment } from "../path-segment.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostOptions, PullRequestDraft } from "../types.ts";
import { addExtras } from "./add-extras.ts";
import type { GiteaClient } from "./client.ts";
import { commentOnPullRequest } from "./comment-on-pull-request.ts";
import { findNewestAlike, findOpenPullRequest, headOf, toPullRequestRef } from "./find-open-pull-request.ts";
import { branchSchema, type GiteaPullRequest, pullRequestSchema, repositorySchema } from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";

const bodyCharactersMax = 1_000_000;
/** Default prefix of an instance, which marks drafts by the title alone. */
const draftPrefix = "WIP: ";
const draftPrefixPattern = /^(?:WIP:|\[WIP\])\s*/i;

export function createPullRequests(client: GiteaClient, options: HostOptions): CodeHost {
  return createCodeHost<GiteaPullRequest>(
    {
      repository: `${client.owner}/${client.name}`,
      find: (branch) => findOpenPullRequest(client, branch),
      read: (number) => readPullRequest(client, number),
      create: (draft) => createFirst(client, draft),
      update: (found, draft) => bringUpToDate(client, found, draft),
      async addExtras(opened, draft) {
        await closeOthers(client, opened, draft).catch(() => undefined);
        await addExtras(client, opened, draft);
      },
      say: (number, comment) => commentOnPullRequest(client, number, comment),
      whoAmI: () => whoAmI(client, options.credentials.username),
      toRef: toPullRequestRef,
      isDuplicate: (error) => statusOf(error) === 409,
    },
    options,
  );
}

async function create(client: GiteaClient, draft: PullRequestDraft): Promise<GiteaPullRequest> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/pulls`,
      body: {
        base: draft.baseRef,
        head: headOf(draft),
        title: draft.draft ? `${draftPrefix}${draft.title}` : draft.title,
        body: markedBody(draft),
      },
      action: "open the pull request",
      schema: pullRequestSchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw (await findMissingBase(client, draft.baseRef)) ?? error;
  }
}

/**
 * The host checks for duplicates before it writes, so that two simultaneous requests both succeed. The lowest
 * number wins.
 */
async function createFirst(client: GiteaClient, draft: PullRequestDraft): Promise<GiteaPullRequest> {
  const opened = await create(client, draft);
  const [first = opened] = await findNewestAlike(client, draft);
  return first.number < opened.number ? await bringUpToDate(client, first, draft) : opened;
}

/** Closes duplicates that were opened for the job at the same moment. */
async function closeOthers(
  client: GiteaClient,
  { number }: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<void> {
  for (const other of await findNewestAlike(client, draft)) {
    if (other.number <= number || readMark(other.body)?.job !== draft.jobId) continue;
    await client.request({
      method: "PATCH",
      path: `${client.path}/pulls/${other.number}`,
      body: { state: "closed" },
      action: "close a pull request that was opened twice",
      schema: pullRequestSchema,
    });
  }
}

/** The host answers 404 if the base, the head or the repository is missing or hidden. */
async function findMissingBase(client: GiteaClient, baseRef: string): Promise<AppError | null> {
  const path = `${client.path}/branches/${pathSegment(baseRef)}`;
  if ((await client.find(path, branchSchema, "look for the base branch")) !== null) return null;
  if ((await client.find(client.path, repositorySchema, "read the repository")) === null) return null;
  return new AppError(
    "ref_not_found",
    `The base branch ${baseRef} is not in ${client.owner}/${client.name}.`,
  );
}

/** Updates title and body if the job has new ones, and the base branch. */
async function bringUpToDate(
  client: GiteaClient,
  found: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<GiteaPullRequest> {
  const text = isUpToDate(found.body, draft)
    ? {}
    : { title: `${prefixOf(found)}${draft.title}`, body: markedBody(draft) };
  const isMoved = found.state === "open" && found.base.ref !== draft.baseRef;
  const body = { ...text, ...(isMoved ? { base: draft.baseRef } : {}) };
  if (Object.keys(body).length === 0) return found;
  try {
    const { data } = await client.request({
      method: "PATCH",
      path: `${client.path}/pulls/${found.number}`,
      body,
      action: "update the pull request",
      schema: pullRequestSchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 404 || !isMoved) throw error;
    throw (await findMissingBase(client, draft.baseRef)) ?? error;
  }
}

function prefixOf({ title, draft }: GiteaPullRequest): string {
  if (!draft) return "";
  return draftPrefixPattern.exec(title)?.[0] ?? draftPrefix;
}

function markedBody({ title, body, jobId }: PullRequestDraft): string {
  return markBody({ title, body, jobId }, { charactersMax: bodyCharactersMax });
}

async function readPullRequest(client: GiteaClient, number: number): Promise<GiteaPullRequest | null> {
  return await client.find(`${client.path}/pulls/${number}`, pullRequestSchema, "read the pull request");
}
