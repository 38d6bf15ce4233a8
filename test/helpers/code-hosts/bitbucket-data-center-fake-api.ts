import { type DataCenterCall, fail } from "./bitbucket-data-center-fake-call.ts";
import { commentRoutes } from "./bitbucket-data-center-fake-comments.ts";
import { insightsRoutes } from "./bitbucket-data-center-fake-insights.ts";
import { pullRoutes } from "./bitbucket-data-center-fake-pulls.ts";
import { repositoryRoutes } from "./bitbucket-data-center-fake-repositories.ts";
import { reviewRoutes } from "./bitbucket-data-center-fake-reviews.ts";
import { type DataCenterState, findRepository } from "./bitbucket-data-center-state.ts";
import { type FakeRoute, matchRoute } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";

const routes: FakeRoute<DataCenterCall>[] = [
  ...pullRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...insightsRoutes,
  ...repositoryRoutes,
];

/**
 * Answers as an instance does: who asks, whether the repository is there, what the token is good for, the
 * body, the deed.
 */
export async function answerDataCenter(state: DataCenterState, request: FakeRequest): Promise<FakeAnswer> {
  const { pathname, searchParams } = new URL(request.path, "http://localhost");
  const below = `${state.base}/rest`;
  const found = pathname.startsWith(`${below}/`)
    ? matchRoute(routes, request.method, pathname.slice(below.length))
    : null;
  if (found === null) return { status: 404, body: { "status-code": 404, message: "null for uri" } };
  const { route, params } = found;
  const isNamed = params.key !== undefined;
  const called = isNamed ? findRepository(state, params.key!, params.slug!) : state.repository;
  const call = { state, params, query: searchParams, body: request.body };
  const answer =
    refusal(state, route, request) ??
    (called === undefined
      ? fail(404, "NoSuchRepositoryException", `Repository ${params.key}/${params.slug} does not exist.`)
      : await route.handle({ ...call, called }));
  return { ...answer, headers: { ...ownerHeaders(state), ...answer.headers } };
}

function refusal(
  state: DataCenterState,
  route: FakeRoute<DataCenterCall>,
  { headers, method }: FakeRequest,
): FakeAnswer | null {
  if (state.isRevoked || headers.authorization !== `Bearer ${state.token}`) {
    return fail(
      401,
      "IncorrectPasswordAuthenticationException",
      "Authentication failed. Please check your credentials and try again.",
    );
  }
  const isTalk = /\/(activities|commits\/\{commit\})$/.test(route.template);
  if (isTalk && state.withholdsReading) {
    return fail(401, "AuthorisationException", "You are not permitted to access this resource");
  }
  if (route.needs === "token REPO_WRITE" && state.tokenPermission === "REPO_READ") {
    return fail(401, "AuthorisationException", "You are not permitted to access this resource");
  }
  if (["POST", "PUT"].includes(method) && !/^application\/json/.test(headers["content-type"] ?? "")) {
    return { status: 415, body: { "status-code": 415, message: "Unsupported Media Type" } };
  }
  return null;
}

/** In every answer to somebody whom the instance knows. */
function ownerHeaders({ isRevoked, tokenOwner }: DataCenterState): Record<string, string> {
  if (isRevoked || tokenOwner === null) return {};
  return { "x-ausername": encodeURIComponent(tokenOwner.name), "x-auserid": String(tokenOwner.id) };
}
