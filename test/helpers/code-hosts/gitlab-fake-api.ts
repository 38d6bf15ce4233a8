import { createHash } from "node:crypto";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";
import { findBodyProblem } from "./gitlab-body-checks.ts";
import type { GitlabDescription } from "./gitlab-description.ts";
import { type GitlabRoute, notFound, refuse } from "./gitlab-fake-call.ts";
import { mergeRequestRoutes } from "./gitlab-fake-merge-requests.ts";
import { noteRoutes } from "./gitlab-fake-notes.ts";
import { pipelineRoutes } from "./gitlab-fake-pipelines.ts";
import { projectRoutes } from "./gitlab-fake-projects.ts";
import { reviewRoutes } from "./gitlab-fake-reviews.ts";
import { bot, findProject, findUser, type GitlabState } from "./gitlab-state.ts";

export interface GitlabAnswer {
  answer: FakeAnswer;
  /** What was asked or answered otherwise than the description says. */
  problem: string | null;
}

const routes = [...projectRoutes, ...mergeRequestRoutes, ...reviewRoutes, ...noteRoutes, ...pipelineRoutes];
const api = "/api/v4/";

/** Answers a request to the API as the host does. */
export async function answerGitlab(
  state: GitlabState,
  description: GitlabDescription | null,
  request: FakeRequest,
): Promise<GitlabAnswer> {
  const url = new URL(request.path, "http://localhost");
  const path = url.pathname.startsWith(state.base) ? url.pathname.slice(state.base.length) : "";
  if (path === "/oauth/token/info") return { answer: answerTokenInfo(state, request), problem: null };
  const route = path.startsWith(api) ? findRoute(request.method, path.slice(api.length)) : undefined;
  if (route === undefined) return { answer: notFound(), problem: null };
  const refusal = refuseCaller(state, request, route);
  if (refusal !== null) return { answer: refusal, problem: null };
  const asked = { ...request, operation: route.operation, path, query: url.search };
  const described = description?.findRequestProblem(asked) ?? null;
  const formProblem =
    findQueryProblem(route, url.searchParams) ??
    findBodyProblem(route.operation, withoutNothing(route, request.body));
  const answer =
    formProblem === null && described === null
      ? await handle(state, route, { path, url, body: request.body })
      : { status: 400, body: { error: formProblem ?? described } };
  const problem =
    described ??
    formProblem ??
    description?.findAnswerProblem(route.operation, answer.status, answer.body) ??
    null;
  const named = problem === null ? null : `${request.method} ${request.path}: ${problem}`;
  return { answer: withHeaders(request, answer), problem: named };
}

async function handle(
  state: GitlabState,
  route: GitlabRoute,
  { path, url, body }: { path: string; url: URL; body: unknown },
): Promise<FakeAnswer> {
  const segments = path.slice(api.length).split("/").map(decodeURIComponent);
  const project = route.pattern.includes("{project}") ? findProject(state, segments[1]!) : state.project;
  if (project === undefined) return notFound("Project Not Found");
  const user = findUser(state, bot)!;
  const given = (body ?? {}) as Record<string, unknown>;
  return await route.handle({ state, user, segments, query: url.searchParams, body: given, project, path });
}

function findRoute(method: string, path: string): GitlabRoute | undefined {
  const segments = path.split("/");
  return routes.find((route) => {
    const parts = route.pattern.split("/");
    const fits = (part: string, at: number) =>
      part === segments[at] || (part.startsWith("{") && segments[at] !== "");
    return route.method === method && parts.length === segments.length && parts.every(fits);
  });
}

/** A secret of its own kind, and a scope that is enough. */
function refuseCaller(
  state: GitlabState,
  { headers, method }: FakeRequest,
  route: GitlabRoute,
): FakeAnswer | null {
  if (!isKnown(state, headers)) return refuse(401, "401 Unauthorized");
  const enough = method === "GET" ? ["api", "read_api"] : ["api"];
  if (route.pattern === "user") enough.push("read_user");
  if (route.anyScope || enough.some((scope) => state.scopes.has(scope))) return null;
  return {
    status: 403,
    body: {
      error: "insufficient_scope",
      error_description: "The request requires higher privileges than provided by the access token.",
      scope: enough.join(" "),
    },
  };
}

function isKnown(state: GitlabState, headers: FakeRequest["headers"]): boolean {
  const isBearer = headers.authorization === `Bearer ${state.token}`;
  const isPrivate = state.tokenKind === "access" && headers["private-token"] === state.token;
  return !state.isRevoked && (isBearer || isPrivate);
}

function answerTokenInfo(state: GitlabState, { headers, method }: FakeRequest): FakeAnswer {
  const isOauth = state.tokenKind === "oauth" && method === "GET";
  if (!isOauth || !isKnown(state, headers)) {
    return {
      status: 401,
      body: { error: "invalid_token", error_description: "The access token is invalid" },
    };
  }
  const scope = [...state.scopes];
  return { status: 200, body: { resource_owner_id: 2, scope, expires_in: 7_000, created_at: 1_780_000_000 } };
}

function findQueryProblem({ method, query = [] }: GitlabRoute, given: URLSearchParams): string | null {
  const known = method === "GET" ? [...query, "page", "per_page"] : query;
  const unknown = [...given.keys()].filter((name) => !known.includes(name));
  return unknown.length === 0 ? null : `${unknown.join(", ")} is not known`;
}

/** An operation whose fields are all optional takes an empty body. */
function withoutNothing({ method }: GitlabRoute, body: unknown): unknown {
  return body === undefined && ["POST", "PUT"].includes(method) ? {} : body;
}

function withHeaders({ method, headers }: FakeRequest, answer: FakeAnswer): FakeAnswer {
  const limits = { "ratelimit-limit": "2000", "ratelimit-observed": "1", "ratelimit-remaining": "1999" };
  if (method !== "GET" || answer.status !== 200)
    return { ...answer, headers: { ...limits, ...answer.headers } };
  const etag = `W/"${createHash("md5").update(JSON.stringify(answer.body)).digest("hex")}"`;
  if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...limits, ...answer.headers, etag } };
}
