import { type DataCenterCall, fail, page, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { anchorJson, buildJson, commentJson, userJson } from "./bitbucket-data-center-json.ts";
import {
  type DataCenterBuild,
  type DataCenterComment,
  type DataCenterState,
  findPull,
  newComment,
} from "./bitbucket-data-center-state.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pull = "/api/1.0/projects/{key}/repos/{slug}/pull-requests/{id}";

export const commentRoutes: FakeRoute<DataCenterCall>[] = [
  route(`GET ${pull}/activities`, "REPO_READ", listActivities),
  route("GET /build-status/1.0/commits/{commit}", "REPO_READ", listBuilds),
  route("POST /build-status/1.0/commits/{commit}", "REPO_READ", addBuild),
  route(`POST ${pull}/comments`, "token REPO_WRITE", addComment),
  route(`PUT ${pull}/comments/{comment}`, "token REPO_WRITE", changeComment),
  route(`DELETE ${pull}/comments/{comment}`, "token REPO_READ", removeComment),
];

/**
 * The last first; comments are told nowhere else. An answer is told by itself as well, and there without its
 * place.
 */
function listActivities(call: DataCenterCall): FakeAnswer {
  const { state, params } = call;
  const found = findPull(state, params.id!);
  if (found === undefined) return noSuchPull(params.id!);
  const told = found.comments.flatMap((comment) => withAnswers(comment));
  const opened = { id: 1, createdDate: 1572432552000, user: userJson(state, found.author), action: "OPENED" };
  const said = told
    .filter(({ comment }) => comment.state !== "PENDING" || comment.author === state.tokenOwner)
    .sort((one, other) => other.comment.id - one.comment.id);
  return page(call, [...said.map((one) => activityJson(state, one)), opened]);
}

interface Told {
  comment: DataCenterComment;
  isAnswer: boolean;
}

function withAnswers(comment: DataCenterComment, isAnswer = false): Told[] {
  return [{ comment, isAnswer }, ...comment.answers.flatMap((answer) => withAnswers(answer, true))];
}

function activityJson(state: DataCenterState, { comment, isAnswer }: Told): object {
  return {
    id: comment.id,
    createdDate: comment.toldMs,
    user: userJson(state, comment.author),
    action: "COMMENTED",
    commentAction: isAnswer ? "REPLIED" : "ADDED",
    comment: commentJson(state, comment),
    ...(comment.anchor === null ? {} : { commentAnchor: anchorJson(comment.anchor) }),
  };
}

/** Of a commit, in whatever repository it is. */
/** Any commit's; one of the same key is overwritten. */
function addBuild({ state, params, body }: DataCenterCall): FakeAnswer {
  const problem = refuseBody(body, {
    ...{ state: "string!", key: "string!", url: "string!", name: "string", description: "string" },
  });
  if (problem !== null) return problem;
  const { key, name = null, description = "", url, state: told } = body as DataCenterBuild;
  if (key.length > 255) return fail(400, null, "The key is too long.");
  if (!/^https?:/.test(url)) return fail(400, null, "The url must be an absolute http or https URL.");
  if (!["SUCCESSFUL", "FAILED", "INPROGRESS"].includes(told)) return fail(400, null, "Unknown build state.");
  const commit = params.commit!;
  const others = state.builds.filter((one) => one.commit !== commit || one.key !== key);
  state.builds = [...others, { commit, key, name, state: told, description, url }];
  return { status: 204 };
}

function listBuilds(call: DataCenterCall): FakeAnswer {
  const { state, params, query } = call;
  const order = query.get("orderBy") ?? "NEWEST";
  if (!["NEWEST", "OLDEST", "STATUS"].includes(order)) return fail(400, null, `${order} is no order.`);
  const found = state.builds.filter(({ commit }) => commit === params.commit);
  return page(call, (order === "NEWEST" ? found.toReversed() : found).map(buildJson));
}

function addComment({ state, params, body }: DataCenterCall): FakeAnswer {
  const found = findPull(state, params.id!);
  if (found === undefined) return noSuchPull(params.id!);
  const problem = refuseBody(body, { text: "string!" }) ?? refuseText(body as { text: string });
  if (problem !== null) return problem;
  const { text } = body as { text: string };
  const comment = newComment(state, { text, author: state.tokenOwner ?? state.users[0]! });
  found.comments.push(comment);
  return { status: 201, body: commentJson(state, comment) };
}

function changeComment({ state, params, body }: DataCenterCall): FakeAnswer {
  const comment = findPull(state, params.id!)?.comments.find(({ id }) => String(id) === params.comment);
  if (comment === undefined) return noSuchComment(params.comment!);
  const shape = { text: "string!", version: "number!" } as const;
  const problem = refuseBody(body, shape) ?? refuseText(body as { text: string });
  if (problem !== null) return problem;
  const { text, version } = body as { text: string; version: number };
  if (version !== comment.version) return outOfDate;
  Object.assign(comment, { text, version: version + 1 });
  return { status: 200, body: commentJson(state, comment) };
}

/** Only the newest version, and without answers. */
function removeComment({ state, params, query }: DataCenterCall): FakeAnswer {
  const found = findPull(state, params.id!);
  const comment = found?.comments.find(({ id }) => String(id) === params.comment);
  if (found === undefined || comment === undefined) return noSuchComment(params.comment!);
  if (query.get("version") !== String(comment.version)) return outOfDate;
  if (comment.answers.length > 0) return fail(409, null, "The comment has replies.");
  found.comments.splice(found.comments.indexOf(comment), 1);
  return { status: 204 };
}

const outOfDate = fail(
  409,
  "CommentOutOfDateException",
  "You are attempting to modify a comment based on out-of-date information.",
);

function noSuchComment(id: string): FakeAnswer {
  return fail(404, "NoSuchCommentException", `Comment ${id} does not exist.`);
}

function refuseText({ text }: { text: string }): FakeAnswer | null {
  if (text.trim() !== "" && text.length < 32_768) return null;
  return fail(400, null, "Please enter a non-empty value less than 32768 characters", { context: "text" });
}

function noSuchPull(id: string): FakeAnswer {
  return fail(404, "NoSuchPullRequestException", `Pull request ${id} does not exist in ACME/docs.`);
}
