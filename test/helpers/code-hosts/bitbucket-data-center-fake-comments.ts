import { type DataCenterCall, fail, page, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { commentJson, userJson } from "./bitbucket-data-center-json.ts";
import { findPull } from "./bitbucket-data-center-state.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pull = "/api/1.0/projects/{key}/repos/{slug}/pull-requests/{id}";

export const commentRoutes: FakeRoute<DataCenterCall>[] = [
  route(`GET ${pull}/activities`, "REPO_READ", listActivities),
  route(`POST ${pull}/comments`, "token REPO_WRITE", addComment),
  route(`PUT ${pull}/comments/{comment}`, "token REPO_WRITE", changeComment),
];

/** The last first; comments are told nowhere else. */
function listActivities(call: DataCenterCall): FakeAnswer {
  const { state, params } = call;
  const found = findPull(state, params.id!);
  if (found === undefined) return noSuchPull(params.id!);
  const said = found.comments.toReversed().map((comment) => ({
    id: comment.id,
    createdDate: 1572432552916,
    user: userJson(state, comment.author),
    action: "COMMENTED",
    commentAction: "ADDED",
    comment: commentJson(state, comment),
  }));
  const opened = { id: 1, createdDate: 1572432552000, user: userJson(state, found.author), action: "OPENED" };
  return page(call, [...said, opened]);
}

function addComment({ state, params, body }: DataCenterCall): FakeAnswer {
  const found = findPull(state, params.id!);
  if (found === undefined) return noSuchPull(params.id!);
  const problem = refuseBody(body, { text: "string!" }) ?? refuseText(body as { text: string });
  if (problem !== null) return problem;
  state.nextId += 1;
  const { text } = body as { text: string };
  const comment = { id: state.nextId, version: 0, text, author: state.tokenOwner ?? state.users[0]! };
  found.comments.push(comment);
  return { status: 201, body: commentJson(state, comment) };
}

function changeComment({ state, params, body }: DataCenterCall): FakeAnswer {
  const comment = findPull(state, params.id!)?.comments.find(({ id }) => String(id) === params.comment);
  if (comment === undefined) {
    return fail(404, "NoSuchCommentException", `Comment ${params.comment} does not exist.`);
  }
  const shape = { text: "string!", version: "number!" } as const;
  const problem = refuseBody(body, shape) ?? refuseText(body as { text: string });
  if (problem !== null) return problem;
  const { text, version } = body as { text: string; version: number };
  if (version !== comment.version) {
    const words = "You are attempting to modify a comment based on out-of-date information.";
    return fail(409, "CommentOutOfDateException", words);
  }
  Object.assign(comment, { text, version: version + 1 });
  return { status: 200, body: commentJson(state, comment) };
}

function refuseText({ text }: { text: string }): FakeAnswer | null {
  if (text.trim() !== "" && text.length < 32_768) return null;
  return fail(400, null, "Please enter a non-empty value less than 32768 characters", { context: "text" });
}

function noSuchPull(id: string): FakeAnswer {
  return fail(404, "NoSuchPullRequestException", `Pull request ${id} does not exist in ACME/docs.`);
}
