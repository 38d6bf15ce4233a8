import { type BitbucketCall, fail, notFound, page, refuseField } from "./bitbucket-fake-call.ts";
import { type BodyShape, type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { commentJson, statusJson } from "./bitbucket-json.ts";
import {
  type BitbucketComment,
  type BitbucketCommitStatus,
  findPull,
  makeComment,
  ownerOf,
} from "./bitbucket-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pull = "/repositories/{workspace}/{repo_slug}/pullrequests/{id}";
const comments = `${pull}/comments`;
const operation = "RepositoriesWorkspaceRepoSlugPullrequestsPullRequestId";
const operations = `${operation}Comments`;

export const commentRoutes: FakeRoute<BitbucketCall>[] = [
  route(`GET ${comments}`, "pullrequest", listComments, `get${operations}`),
  route(`POST ${comments}`, "pullrequest:comment", addComment, `post${operations}`),
  route(`PUT ${comments}/{comment}`, "pullrequest:comment", changeComment, `put${operations}CommentId`),
  route(`DELETE ${comments}/{comment}`, "pullrequest:comment", removeComment, `delete${operations}CommentId`),
  route(
    "POST /repositories/{workspace}/{repo_slug}/commit/{commit}/statuses/build",
    "repository",
    addStatus,
    "postRepositoriesWorkspaceRepoSlugCommitCommitStatusesBuild",
  ),
  route(`GET ${pull}/statuses`, "pullrequest", listStatuses, `get${operation}Statuses`),
];

const shape: BodyShape = { content: { raw: "string!" }, inline: "object", parent: "object" };

const sortFields: Record<string, ((comment: BitbucketComment) => string) | undefined> = {
  created_on: ({ createdOn }) => createdOn,
  updated_on: ({ updatedOn }) => updatedOn,
};

/** The oldest first, unless asked for otherwise. Deleted ones are among them, without their words. */
function listComments(call: BitbucketCall): FakeAnswer {
  const { state, params, query } = call;
  const pull = findPull(state, params.id!);
  if (pull === undefined) return notFound;
  const [, isNewestFirst, field = ""] = /^(-?)(.*)$/.exec(query.get("sort") ?? "created_on")!;
  const timeOf = sortFields[field];
  if (timeOf === undefined) return fail(400, `Invalid sort field: ${field}`);
  const oldest = pull.comments.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)));
  return page(
    call,
    (isNewestFirst ? oldest.toReversed() : oldest).map((comment) => commentJson(state, pull, comment)),
  );
}

function addComment({ state, params, body }: BitbucketCall): FakeAnswer {
  const pull = findPull(state, params.id!);
  if (pull === undefined) return notFound;
  const raw = readRaw(body);
  if (typeof raw !== "string") return raw;
  const comment = makeComment(state, { user: ownerOf(state), raw });
  pull.comments.push(comment);
  return { status: 201, body: commentJson(state, pull, comment) };
}

function changeComment({ state, params, body }: BitbucketCall): FakeAnswer {
  const pull = findPull(state, params.id!);
  const comment = pull?.comments.find(({ id }) => String(id) === params.comment);
  if (pull === undefined || comment === undefined) return notFound;
  const raw = readRaw(body);
  if (typeof raw !== "string") return raw;
  if (comment.user !== ownerOf(state)) return fail(403, "You cannot edit this comment");
  Object.assign(comment, { raw, updatedOn: new Date().toISOString() });
  return { status: 200, body: commentJson(state, pull, comment) };
}

/** It stays in the list, without its words. */
function removeComment({ state, params }: BitbucketCall): FakeAnswer {
  const comment = findPull(state, params.id!)?.comments.find(({ id }) => String(id) === params.comment);
  if (comment === undefined) return notFound;
  if (comment.user !== ownerOf(state)) return fail(403, "You cannot delete this comment");
  comment.deleted = true;
  return { status: 204 };
}

/** Of the newest commit of its branch, also of a fork's. */
async function listStatuses(call: BitbucketCall): Promise<FakeAnswer> {
  const { state, params } = call;
  const found = findPull(state, params.id!);
  if (found === undefined) return notFound;
  const head = (await branchCommits(found.headRepository.folder)).get(found.head);
  const statuses = state.statuses.filter(({ commit }) => commit === head);
  return page(
    call,
    statuses.map((status) => statusJson(state, status)),
  );
}

const buildShape: BodyShape = {
  ...{ key: "string!", state: "string!", url: "string!" },
  ...{ name: "string", description: "string", refname: "string" },
};

/** A key of at most 40 characters; the one before of the same key is overwritten. */
async function addStatus({ state, params, body }: BitbucketCall): Promise<FakeAnswer> {
  const [first] = findBodyProblems(body, buildShape);
  if (first !== undefined) return refuseField(...first);
  const given = body as BitbucketCommitStatus;
  const { key, name = "", description = "", refname = null, url = "" } = given;
  if (key.length > 40) return refuseField("key", "Ensure this value has at most 40 characters.");
  if (!URL.canParse(url)) return refuseField("url", "Enter a valid URL.");
  if (!["INPROGRESS", "SUCCESSFUL", "FAILED", "STOPPED"].includes(given.state))
    return refuseField("state", "Not a valid choice.");
  const commit = params.commit!;
  const isThere = [...(await branchCommits(state.repository.folder)).values()].includes(commit);
  if (!isThere) return notFound;
  const status = { commit, key, state: given.state, name, description, refname, url };
  state.statuses = [...state.statuses.filter((one) => one.commit !== commit || one.key !== key), status];
  return { status: 201, body: statusJson(state, status) };
}

function readRaw(body: unknown): string | FakeAnswer {
  const [first] = findBodyProblems(body, shape);
  if (first !== undefined) return refuseField(...first);
  const { content } = body as { content?: { raw: string } };
  return content?.raw.trim() ? content.raw : refuseField("content.raw", "This field is required.");
}
