import { z } from "zod";
import { AppError } from "../../errors.ts";
import { createCodeHost } from "../create-code-host.ts";
import { isUpToDate, markBody } from "../marked-body.ts";
import { pathSegment } from "../path-segment.ts";
import { readOwnerAndName } from "../repository-address.ts";
import { sayOnce } from "../say-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostComment, HostOptions, PullRequestDraft } from "../types.ts";
import { addReviewers } from "./add-reviewers.ts";
import type { BitbucketClient } from "./client.ts";
import { findOpenPullRequest, toPullRequestRef } from "./find-open-pull-request.ts";
import {
  type BitbucketPullRequest,
  branchSchema,
  commentSchema,
  pullRequestSchema,
  repositorySchema,
} from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";
import { writePullRequest } from "./write-pull-request.ts";

/** The host documents no limit; 250,000 are known to be accepted. */
const bodyCharactersMax = 250_000;
/** The host shows HTML as text. */
const mark = "definition";

/** A second pull request from the same branch silently overwrites the first, including text and reviewers. */
export function createPullRequests(client: BitbucketClient, options: HostOptions): CodeHost {
  return createCodeHost<BitbucketPullRequest>(
    {
      repository: nameOf(client),
      find: (branch) => findOpenPullRequest(client, branch),
      read: (number) => readPullRequest(client, number),
      create: (draft) => create(client, draft),
      update: (found, draft) => bringUpToDate(client, found, draft),
      addExtras: (opened, draft) => addReviewers(client, opened, draft.reviewers ?? []),
      say: (number, comment) => say(client, number, comment),
      whoAmI: () => whoAmI(client, options.credentials),
      toRef: toPullRequestRef,
      isDuplicate: () => false,
      mayTakeSecond: true,
    },
    options,
  );
}

async function create(client: BitbucketClient, draft: PullRequestDraft): Promise<BitbucketPullRequest> {
  const { fork } = draft;
  const body = {
    title: draft.title,
    description: markedBody(draft),
    source: {
      branch: { name: draft.branch },
      ...(fork == null ? {} : { repository: { full_name: fullNameOf(fork.repository) } }),
    },
    destination: { branch: { name: draft.baseRef } },
    close_source_branch: false,
    ...(draft.draft ? { draft: true } : {}),
  };
  const request = { method: "POST", path: `${client.path}/pullrequests`, body } as const;
  try {
    const action = "open the pull request";
    return (await client.request({ ...request, action, schema: pullRequestSchema })).data;
  } catch (error) {
    throw (statusOf(error) === 400 && (await findMissingBase(client, draft.baseRef))) || error;
  }
}

/** Updates title and body if the job has new ones, and the base branch. */
async function bringUpToDate(
  client: BitbucketClient,
  found: BitbucketPullRequest,
  draft: PullRequestDraft,
): Promise<BitbucketPullRequest> {
  const text = isUpToDate(found.description, draft)
    ? {}
    : { title: draft.title, description: markedBody(draft) };
  const isMoved = found.state === "OPEN" && found.destination.branch?.name !== draft.baseRef;
  const change = { ...text, ...(isMoved ? { base: draft.baseRef } : {}) };
  if (Object.keys(change).length === 0) return found;
  try {
    return await writePullRequest(client, found, change);
  } catch (error) {
    const isRefused = isMoved && statusOf(error) === 400;
    throw (isRefused && (await findMissingBase(client, draft.baseRef))) || error;
  }
}

/** The host refuses a missing base branch with the same error as any other invalid input. */
async function findMissingBase(client: BitbucketClient, baseRef: string): Promise<AppError | null> {
  const path = `${client.path}/refs/branches/${baseRef.split("/").map(pathSegment).join("/")}`;
  if ((await client.find(path, branchSchema, "look for the base branch")) !== null) return null;
  if ((await client.find(client.path, repositorySchema, "read the repository")) === null) return null;
  return new AppError("ref_not_found", `The base branch ${baseRef} is not in ${nameOf(client)}.`);
}

function markedBody({ title, body, jobId }: PullRequestDraft): string {
  return markBody({ title, body, jobId }, { charactersMax: bodyCharactersMax, mark });
}

type Said = z.output<typeof commentSchema>;

async function say(client: BitbucketClient, number: number, comment: HostComment): Promise<void> {
  const path = `${client.path}/pullrequests/${number}/comments`;
  const schema = z.unknown();
  const toBody = (raw: string) => ({ content: { raw } });
  const steps = {
    mark,
    list: () => client.list({ path, item: commentSchema, action: "read the comments" }),
    idOf: ({ id }: Said) => id,
    textOf: ({ deleted, content }: Said) => (deleted ? null : content?.raw),
    async say(text: string) {
      const request = { method: "POST", path, body: toBody(text), schema: commentSchema } as const;
      return (await client.request({ ...request, action: "comment on the pull request" })).data;
    },
    async rewrite({ id }: Said, text: string) {
      const action = "change the comment";
      await client.request({ method: "PUT", path: `${path}/${id}`, body: toBody(text), action, schema });
    },
    async takeBack({ id }: Said) {
      const action = "delete a comment that was posted twice";
      await client.request({ method: "DELETE", path: `${path}/${id}`, action, schema });
    },
  } as const;
  await sayOnce(steps, comment);
}

async function readPullRequest(
  client: BitbucketClient,
  number: number,
): Promise<BitbucketPullRequest | null> {
  return await client.find(
    `${client.path}/pullrequests/${number}`,
    pullRequestSchema,
    "read the pull request",
  );
}

function nameOf({ workspace, slug }: BitbucketClient): string {
  return `${workspace}/${slug}`;
}

function fullNameOf(repository: string): string {
  const { owner, name } = readOwnerAndName(repository);
  return `${owner}/${name}`;
}
