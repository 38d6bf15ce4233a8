import { AppError } from "../../errors.ts";
import { isUpToDate, markBody } from "../marked-body.ts";
import { openOrAdopt } from "../open-or-adopt.ts";
import { statusOf } from "../to-host-error.ts";
import type { CodeHost, HostOptions, PullRequestDraft, PullRequestRef } from "../types.ts";
import { addExtras } from "./add-extras.ts";
import type { GithubClient } from "./client.ts";
import { comment } from "./comment.ts";
import { findOpenPullRequest, toPullRequestRef } from "./find-open-pull-request.ts";
import { type GithubPullRequest, pullRequestSchema } from "./schemas.ts";
import { hasFieldError, hasMessage } from "./to-github-error.ts";
import { whoAmI } from "./who-am-i.ts";

/** GitHub takes 65,536 and counts some of them otherwise than we do. */
const bodyCharactersMax = 60_000;
const titleCharactersMax = 256;

export function createPullRequests(client: GithubClient, options: HostOptions): CodeHost {
  return {
    async findPullRequest(branch) {
      const found = await findOpenPullRequest(client, { branch });
      return found === null ? null : toPullRequestRef(found);
    },
    openPullRequest: (draft) => openPullRequest(client, options, draft),
    updatePullRequest: async (number, draft) =>
      toPullRequestRef(await bringUpToDate(client, await mustRead(client, number), draft)),
    async getPullRequest(number) {
      const found = await readPullRequest(client, number);
      return found === null ? null : toPullRequestRef(found);
    },
    comment: (number, said) => comment(client, number, said),
    whoAmI: () => whoAmI(client),
  };
}

async function openPullRequest(
  client: GithubClient,
  { sleep, signal }: HostOptions,
  draft: PullRequestDraft,
): Promise<PullRequestRef> {
  const opened = await openOrAdopt({
    find: () => findOpenPullRequest(client, draft),
    create: () => create(client, draft),
    update: (found) => bringUpToDate(client, found, draft),
    toRef: toPullRequestRef,
    isDuplicate: (error) => statusOf(error) === 422 && hasMessage(error, /pull request already exists/i),
    sleep,
    signal,
  });
  await addExtras(client, opened.number, draft);
  return toPullRequestRef(opened);
}

/** Without `draft` where the repository's plan has no drafts. */
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
      route: "POST /repos/{owner}/{repo}/pulls",
      parameters: {
        title: titleOf(draft),
        body: markedBody(draft),
        head: fork == null ? draft.branch : `${fork.owner}:${draft.branch}`,
        base: draft.baseRef,
        // Not even false where the repository's plan has no drafts.
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

/** Writes title and body when the job has something new to say, and the base branch of now. */
async function bringUpToDate(
  client: GithubClient,
  found: GithubPullRequest,
  draft: PullRequestDraft,
): Promise<GithubPullRequest> {
  const text = isUpToDate(found.body, draft) ? {} : { title: titleOf(draft), body: markedBody(draft) };
  const isMoved = found.state === "open" && found.base.ref !== draft.baseRef;
  const parameters = { ...text, ...(isMoved ? { base: draft.baseRef } : {}) };
  if (Object.keys(parameters).length === 0) return found;
  try {
    const { data } = await client.request({
      route: "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
      parameters: { pull_number: found.number, ...parameters },
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

async function mustRead(client: GithubClient, number: number): Promise<GithubPullRequest> {
  const found = await readPullRequest(client, number);
  if (found !== null) return found;
  throw new AppError(
    "pull_request_not_found",
    `${client.owner}/${client.name} has no pull request ${number}.`,
  );
}

async function readPullRequest(client: GithubClient, number: number): Promise<GithubPullRequest | null> {
  return await client.find({
    route: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
    parameters: { pull_number: number },
    action: "read the pull request",
    schema: pullRequestSchema,
  });
}
