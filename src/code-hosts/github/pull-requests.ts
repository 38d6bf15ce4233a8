import { AppError } from "../../errors.ts";
import { createCodeHost } from "../create-code-host.ts";
import { isUpToDate, markBody } from "../marked-body.ts";
import { findOne } from "../rest/find-one.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostOptions, PullRequestDraft } from "../types.ts";
import { addExtras } from "./add-extras.ts";
import type { GithubClient } from "./client.ts";
import { comment } from "./comment.ts";
import { findOpenPullRequest, toPullRequestRef } from "./find-open-pull-request.ts";
import { hasFieldError, hasMessage } from "./read-answer.ts";
import { type GithubPullRequest, pullRequestSchema } from "./schemas.ts";
import { whoAmI } from "./who-am-i.ts";

/** GitHub's limit is 65,536, but it counts some characters differently. */
const bodyCharactersMax = 60_000;
const titleCharactersMax = 256;

export function createPullRequests(client: GithubClient, options: HostOptions): CodeHost {
  return createCodeHost<GithubPullRequest>(
    {
      repository: `${client.owner}/${client.name}`,
      find: (branch) => findOpenPullRequest(client, branch),
      read: (number) => readPullRequest(client, number),
      create: (draft) => create(client, draft),
      update: (found, draft) => bringUpToDate(client, found, draft),
      addExtras: ({ number }, draft) => addExtras(client, number, draft),
      say: (number, said) => comment(client, number, said),
      whoAmI: () => whoAmI(client),
      toRef: toPullRequestRef,
      isDuplicate: (error) => statusOf(error) === 422 && hasMessage(error, /pull request already exists/i),
    },
    options,
  );
}

/** Retries without `draft` if the repository's plan has no drafts. */
async function create(client: GithubClient, draft: PullRequestDraft): Promise<GithubPullRequest> {
  try {
    return await send(client, draft, draft.draft);
  } catch (error) {
    const hasNoDrafts =
      statusOf(error) === 422 && hasMessage(error, /draft pull requests are not supported/i);
    if (!draft.draft || !hasNoDrafts) throw error;
    return await send(client, draft, false);
  }
}

async function send(
  client: GithubClient,
  draft: PullRequestDraft,
  isDraft: boolean,
): Promise<GithubPullRequest> {
  const { fork } = draft;
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/pulls`,
      body: {
        title: titleOf(draft),
        body: markedBody(draft),
        head: fork == null ? draft.branch : `${fork.owner}:${draft.branch}`,
        base: draft.baseRef,
        // If the plan has no drafts, even `false` is refused.
        ...(isDraft ? { draft: true } : {}),
        ...(fork == null ? {} : { maintainer_can_modify: true }),
      },
      action: "open the pull request",
      schema: pullRequestSchema,
    });
    return data;
  } catch (error) {
    throw toMissingBase(client, draft, error) ?? error;
  }
}

function toMissingBase({ owner, name }: GithubClient, draft: PullRequestDraft, error: unknown) {
  if (statusOf(error) !== 422 || !hasFieldError(error, "base")) return null;
  return new AppError("ref_not_found", `The base branch ${draft.baseRef} is not in ${owner}/${name}.`, {
    cause: error,
  });
}

/** Updates title and body if the job has new ones, and the base branch. */
async function bringUpToDate(
  client: GithubClient,
  found: GithubPullRequest,
  draft: PullRequestDraft,
): Promise<GithubPullRequest> {
  const text = isUpToDate(found.body, draft) ? {} : { title: titleOf(draft), body: markedBody(draft) };
  const isMoved = found.state === "open" && found.base.ref !== draft.baseRef;
  const changes = { ...text, ...(isMoved ? { base: draft.baseRef } : {}) };
  if (Object.keys(changes).length === 0) return found;
  try {
    const { data } = await client.request({
      method: "PATCH",
      path: `${client.path}/pulls/${found.number}`,
      body: changes,
      action: "update the pull request",
      schema: pullRequestSchema,
    });
    return data;
  } catch (error) {
    throw toMissingBase(client, draft, error) ?? error;
  }
}

function titleOf({ title }: PullRequestDraft): string {
  return title.length <= titleCharactersMax
    ? title
    : `${title.slice(0, titleCharactersMax - 2).toWellFormed()}…`;
}

function markedBody({ title, body, jobId }: PullRequestDraft): string {
  return markBody({ title, body, jobId }, { charactersMax: bodyCharactersMax });
}

async function readPullRequest(client: GithubClient, number: number): Promise<GithubPullRequest | null> {
  return await findOne(client, {
    path: `${client.path}/pulls/${number}`,
    action: "read the pull request",
    schema: pullRequestSchema,
  });
}
