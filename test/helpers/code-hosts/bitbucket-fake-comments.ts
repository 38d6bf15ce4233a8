import { type BitbucketCall, fail, notFound, page, refuseField } from "./bitbucket-fake-call.ts";
import { type BodyShape, type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { commentJson } from "./bitbucket-json.ts";
import { findPull, ownerOf } from "./bitbucket-state.ts";
import type { FakeAnswer } from "./fake-server.ts";

const comments = "/repositories/{workspace}/{repo_slug}/pullrequests/{id}/comments";
const operations = "RepositoriesWorkspaceRepoSlugPullrequestsPullRequestIdComments";

export const commentRoutes: FakeRoute<BitbucketCall>[] = [
  route(`GET ${comments}`, "pullrequest", listComments, `get${operations}`),
  route(`POST ${comments}`, "pullrequest:comment", addComment, `post${operations}`),
  route(`PUT ${comments}/{comment}`, "pullrequest:comment", changeComment, `put${operations}CommentId`),
];

const shape: BodyShape = { content: { raw: "string!" }, inline: "object", parent: "object" };

/** The oldest first. */
function listComments(call: BitbucketCall): FakeAnswer {
  const { state, params } = call;
  const pull = findPull(state, params.id!);
  if (pull === undefined) return notFound;
  return page(
    call,
    pull.comments.map((comment) => commentJson(state, pull, comment)),
  );
}

function addComment({ state, params, body }: BitbucketCall): FakeAnswer {
  const pull = findPull(state, params.id!);
  if (pull === undefined) return notFound;
  const raw = readRaw(body);
  if (typeof raw !== "string") return raw;
  state.nextId += 1;
  const comment = { id: state.nextId, user: ownerOf(state), raw, deleted: false };
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
  comment.raw = raw;
  return { status: 200, body: commentJson(state, pull, comment) };
}

function readRaw(body: unknown): string | FakeAnswer {
  const [first] = findBodyProblems(body, shape);
  if (first !== undefined) return refuseField(...first);
  const { content } = body as { content?: { raw: string } };
  return content?.raw.trim() ? content.raw : refuseField("content.raw", "This field is required.");
}
