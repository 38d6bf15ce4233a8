import { z } from "zod";
import { AppError } from "../../errors.ts";
import { createCodeHost } from "../create-code-host.ts";
import { isUpToDate, markBody } from "../marked-body.ts";
import { sayOnce } from "../say-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostComment, HostOptions, PullRequestDraft } from "../types.ts";
import { addReviewers } from "./add-reviewers.ts";
import { type DataCenterClient, detailsOf } from "./client.ts";
import { findOpenPullRequest, toPullRequestRef } from "./find-open-pull-request.ts";
import { type CommentActivity, listComments } from "./list-comments.ts";
import { readAddress } from "./read-address.ts";
import { branchSchema, commentSchema, type DataCenterPullRequest, pullRequestSchema } from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";
import { toRef, writePullRequest } from "./write-pull-request.ts";

/** The host requires fewer than 32,768. */
const bodyCharactersMax = 32_767;
const attemptsMax = 3;
/** The host shows HTML as text. */
const mark = "definition";

/**
 * The host allows one pull request per branch and base branch: if the base changes, the existing one is
 * retargeted.
 */
export function createPullRequests(client: DataCenterClient, options: HostOptions): CodeHost {
  return createCodeHost<DataCenterPullRequest>(
    {
      repository: nameOf(client),
      find: (branch) => findOpenPullRequest(client, branch),
      read: (number) => readPullRequest(client, number),
      create: (draft) => create(client, draft),
      update: (found, draft) => bringUpToDate(client, found, draft),
      addExtras: (opened, draft) => addReviewers(client, opened, draft.reviewers ?? []),
      say: (number, comment) => say(client, number, comment),
      whoAmI: () => whoAmI(client),
      toRef: toPullRequestRef,
      isDuplicate: (error) => detailsOf(error).exception === "DuplicatePullRequestException",
      mayTakeSecond: true,
    },
    options,
  );
}

/** Instances with drafts turned off refuse them. */
async function create(client: DataCenterClient, draft: PullRequestDraft): Promise<DataCenterPullRequest> {
  try {
    return await post(client, draft, draft.draft);
  } catch (error) {
    if (draft.draft && statusOf(error) === 400) return await post(client, draft, false);
    throw (await findMissingBase(client, error, draft.baseRef)) ?? error;
  }
}

async function post(
  client: DataCenterClient,
  draft: PullRequestDraft,
  isDraft: boolean,
): Promise<DataCenterPullRequest> {
  const { fork, branch, baseRef, title } = draft;
  const from = fork == null ? client : { address: readAddress(fork.repository) };
  const body = {
    title,
    description: markedBody(draft),
    fromRef: toRef(from, branch),
    toRef: toRef(client, baseRef),
    ...(isDraft ? { draft: true } : {}),
  };
  const request = { method: "POST", path: `${client.path}/pull-requests`, body } as const;
  return (await client.request({ ...request, action: "open the pull request", schema: pullRequestSchema }))
    .data;
}

/**
 * Updates title and body if the job has new ones, and the base branch. Retries if somebody changed it
 * meanwhile.
 */
async function bringUpToDate(
  client: DataCenterClient,
  first: DataCenterPullRequest,
  draft: PullRequestDraft,
): Promise<DataCenterPullRequest> {
  let found = first;
  for (let attempt = 1; ; attempt += 1) {
    const text = isUpToDate(found.description, draft)
      ? {}
      : { title: draft.title, description: markedBody(draft) };
    const isMoved = found.state === "OPEN" && found.toRef.displayId !== draft.baseRef;
    const change = { ...text, ...(isMoved ? { base: draft.baseRef } : {}) };
    if (Object.keys(change).length === 0) return found;
    try {
      return await writePullRequest(client, found, change);
    } catch (error) {
      const isStale = detailsOf(error).exception === "PullRequestOutOfDateException";
      if (!isStale || attempt === attemptsMax) {
        throw (isMoved && (await findMissingBase(client, error, draft.baseRef))) || error;
      }
      const again = await readPullRequest(client, first.id);
      if (again === null) throw error;
      found = again;
    }
  }
}

/** The host gives the same answer if the base, the source or the repository is missing. */
async function findMissingBase(
  client: DataCenterClient,
  error: unknown,
  baseRef: string,
): Promise<AppError | null> {
  if (![400, 404, 409].includes(statusOf(error) ?? 0)) return null;
  const branches = client.list({
    path: `${client.path}/branches`,
    query: { filterText: baseRef },
    item: branchSchema,
    action: "look for the base branch",
  });
  try {
    for await (const { displayId } of branches) if (displayId === baseRef) return null;
  } catch {
    return null;
  }
  return new AppError("ref_not_found", `The base branch ${baseRef} is not in ${nameOf(client)}.`);
}

function markedBody({ title, body, jobId }: PullRequestDraft): string {
  return markBody({ title, body, jobId }, { charactersMax: bodyCharactersMax, mark });
}

type Said = Pick<CommentActivity, "comment">;

/** Retries once if the comment was changed meanwhile, e.g. by an attempt whose answer was lost. */
async function say(client: DataCenterClient, number: number, comment: HostComment): Promise<void> {
  const path = `${client.path}/pull-requests/${number}`;
  const schema = z.unknown();
  const steps = {
    mark,
    list: () => listComments(client, number),
    idOf: ({ comment }: Said) => comment.id,
    textOf: ({ comment }: Said) => comment.text,
    async say(text: string): Promise<Said> {
      const request = { method: "POST", path: `${path}/comments`, body: { text } } as const;
      const action = "comment on the pull request";
      return { comment: (await client.request({ ...request, action, schema: commentSchema })).data };
    },
    async rewrite({ comment: { id, version } }: Said, text: string) {
      const request = { method: "PUT", path: `${path}/comments/${id}`, body: { text, version } } as const;
      await client.request({ ...request, action: "change the comment", schema });
    },
    async takeBack({ comment: { id, version } }: Said) {
      const request = { method: "DELETE", path: `${path}/comments/${id}`, query: { version } } as const;
      await client.request({ ...request, action: "delete a comment that was posted twice", schema });
    },
  } as const;
  await sayOnce(steps, comment).catch(async (error: unknown) => {
    if (statusOf(error) !== 409) throw error;
    await sayOnce(steps, comment);
  });
}

async function readPullRequest(
  client: DataCenterClient,
  number: number,
): Promise<DataCenterPullRequest | null> {
  const path = `${client.path}/pull-requests/${number}`;
  return await client.find(path, pullRequestSchema, "read the pull request");
}

function nameOf({ address }: DataCenterClient): string {
  return `${address.projectKey}/${address.slug}`;
}
