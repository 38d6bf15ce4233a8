import type { BitbucketDescription } from "./bitbucket-description.ts";
import { type BitbucketCall, fail } from "./bitbucket-fake-call.ts";
import { commentRoutes } from "./bitbucket-fake-comments.ts";
import { insightsRoutes } from "./bitbucket-fake-insights.ts";
import { peopleRoutes } from "./bitbucket-fake-people.ts";
import { pullRoutes } from "./bitbucket-fake-pulls.ts";
import { findCalled, repositoryRoutes } from "./bitbucket-fake-repositories.ts";
import { reviewRoutes } from "./bitbucket-fake-reviews.ts";
import { type FakeRoute, matchRoute } from "./bitbucket-fake-routes.ts";
import type { BitbucketState } from "./bitbucket-state.ts";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";

const routes: FakeRoute<BitbucketCall>[] = [
  ...pullRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...insightsRoutes,
  ...repositoryRoutes,
  ...peopleRoutes,
];

/** What a route needs, by the names of access tokens and of API tokens. */
const scopes: Record<string, [access: string | null, api: string]> = {
  account: ["account", "read:user:bitbucket"],
  workspace: [null, "read:workspace:bitbucket"],
  repository: ["repository", "read:repository:bitbucket"],
  "repository:write": ["repository:write", "write:repository:bitbucket"],
  "repository:admin": ["repository:admin", "admin:repository:bitbucket"],
  pullrequest: ["pullrequest", "read:pullrequest:bitbucket"],
  "pullrequest:comment": ["pullrequest", "write:pullrequest:bitbucket"],
  "pullrequest:write": ["pullrequest:write", "write:pullrequest:bitbucket"],
};

const implied: Record<string, string[]> = {
  "repository:write": ["repository"],
  "repository:admin": [],
  pullrequest: ["repository"],
  "pullrequest:write": ["pullrequest", "repository:write"],
};

/**
 * Answers as the host does: who asks, what the token is good for, whether the repository is there, the body,
 * the deed.
 */
export async function answerBitbucket(
  state: BitbucketState,
  description: BitbucketDescription | null,
  request: FakeRequest,
): Promise<{ answer: FakeAnswer; problem: string | null }> {
  const { pathname, searchParams, search } = new URL(request.path, "http://localhost");
  const path = pathname.replace(/^\/2\.0/, "");
  const found = path === pathname ? null : matchRoute(routes, request.method, path);
  if (found === null) {
    return {
      answer: fail(404, "Resource not found", { detail: "There is no API hosted at this URL." }),
      problem: null,
    };
  }
  const { route, params } = found;
  const call: BitbucketCall = { state, params, query: searchParams, path: pathname, body: request.body };
  const answer = refusal(call, route, request) ?? (await route.handle(call));
  const isChecked = description !== null && route.operation !== null && answer.status < 300;
  if (!isChecked) return { answer, problem: null };
  const { operation } = route;
  const described = { ...request, operation, path: describedPath(route, path), query: search };
  const problem =
    description.findRequestProblem({ ...described, operation: operation! }) ??
    description.findAnswerProblem(operation!, answer.status, answer.body);
  return { answer, problem: problem === null ? null : `${request.method} ${request.path}: ${problem}` };
}

function refusal(
  call: BitbucketCall,
  route: FakeRoute<BitbucketCall>,
  request: FakeRequest,
): FakeAnswer | null {
  const { state, params } = call;
  if (!isKnown(state, request.headers.authorization)) {
    const answer = fail(401, "Token is invalid, expired, or not supported for this endpoint.");
    return { ...answer, headers: { "www-authenticate": 'Basic realm="Bitbucket.org HTTP"' } };
  }
  const [access, api] = scopes[route.needs]!;
  const needed = state.credential === "api-token" ? api : access;
  const granted = allScopes(state.scopes);
  if (needed !== null && !granted.has(needed)) {
    return fail(403, "Your credentials lack one or more required privilege scopes.", {
      detail: { granted: [...state.scopes], required: [needed] },
    });
  }
  const isRepositorys = route.template.startsWith("/repositories/{workspace}/{repo_slug}");
  if (isRepositorys && findCalled(call) === undefined) {
    return fail(404, `Repository ${params.workspace}/${params.repo_slug} not found`);
  }
  if (request.body !== undefined && !/^application\/json/.test(request.headers["content-type"] ?? "")) {
    return fail(400, "Bad request");
  }
  return null;
}

function isKnown(
  { isRevoked, credential, email, token }: BitbucketState,
  authorization: string | undefined,
): boolean {
  const basic = `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
  return !isRevoked && authorization === (credential === "api-token" ? basic : `Bearer ${token}`);
}

function allScopes(granted: ReadonlySet<string>): Set<string> {
  const all = new Set(granted);
  for (const scope of all) for (const more of implied[scope] ?? []) all.add(more);
  return all;
}

/** The description has one segment for a branch. */
function describedPath({ template }: FakeRoute<BitbucketCall>, path: string): string {
  const rest = template.indexOf("{name*}");
  if (rest === -1) return path;
  const parts = path.split("/");
  const at = template.slice(0, rest).split("/").length - 1;
  return [...parts.slice(0, at), parts.slice(at).join("%2F")].join("/");
}
