import type { FakeAnswer, FakeRequest } from "./fake-server.ts";
import { findBodyProblem } from "./gitea-body-checks.ts";
import type { GiteaDescription } from "./gitea-description.ts";
import { fail, type GiteaCall, type GiteaRoute } from "./gitea-fake-call.ts";
import { feedbackRoutes } from "./gitea-fake-feedback.ts";
import { pullRoutes } from "./gitea-fake-pulls.ts";
import { repositoryRoutes } from "./gitea-fake-repository.ts";
import { reviewRoutes } from "./gitea-fake-reviews.ts";
import { talkRoutes } from "./gitea-fake-talk.ts";
import { bot, type GiteaState, permissionOf } from "./gitea-state.ts";

const routes: GiteaRoute[] = [
  ...feedbackRoutes,
  ...reviewRoutes,
  ...pullRoutes,
  ...talkRoutes,
  ...repositoryRoutes,
];

/**
 * Answers as an instance does: who asks, what the token is good for, whether the repository is there, the
 * body, the deed.
 */
export async function answerGitea(
  state: GiteaState,
  description: GiteaDescription | null,
  request: FakeRequest,
): Promise<{ answer: FakeAnswer; problem: string | null }> {
  const { pathname, searchParams, search } = new URL(request.path, "http://localhost");
  const below = `${state.base}/api/v1`;
  const found = pathname.startsWith(`${below}/`) ? match(request.method, pathname.slice(below.length)) : null;
  if (found === null) return { answer: { status: 404, body: "404 page not found" }, problem: null };
  const { route, params } = found;
  const call: GiteaCall = { state, params, query: searchParams, body: request.body };
  const answer = refusal(call, route, request) ?? (await route.handle(call));
  const problem =
    description === null || answer.status >= 300 || route.isUndescribed
      ? null
      : findProblem(description, { call, route, request, search, answer });
  return { answer, problem };
}

function match(method: string, path: string): { route: GiteaRoute; params: string[] } | null {
  for (const route of routes) {
    const matched = route.method === method ? route.path.exec(path) : null;
    if (matched !== null) return { route, params: matched.slice(1).map(decodeURIComponent) };
  }
  return null;
}

function refusal(
  call: GiteaCall,
  { operation, template, scope }: GiteaRoute,
  request: FakeRequest,
): FakeAnswer | null {
  const { state, params } = call;
  const [, kind, token] = /^(token|bearer) (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (kind === undefined) return fail(state, 401, "token is required");
  if (token !== state.token || state.isRevoked)
    return fail(state, 401, "invalid username, password or token");
  const level = request.method === "GET" ? "read" : "write";
  if (!state.scopes.has(`${level}:${scope}`) && !state.scopes.has(`write:${scope}`)) {
    return fail(state, 403, scopeWords(state, `${level}:${scope}`));
  }
  const isOfRepository = template.startsWith("/repos/");
  if (isOfRepository && !isShown(state, params[0]!, params[1]!)) return fail(state, 404, "not found");
  const problem = findBodyProblem(state.flavour, operation, call.body);
  return problem === null ? null : fail(state, 422, problem);
}

function isShown(state: GiteaState, owner: string, name: string): boolean {
  if (state.forks.some((fork) => fork.owner === owner && fork.name === name)) return true;
  if (state.strangers.has(`${owner}/${name}`)) return true;
  const { repository } = state;
  return owner === repository.owner && name === repository.name && permissionOf(state, bot) !== "none";
}

function scopeWords({ flavour, scopes }: GiteaState, required: string): string {
  const words = "token does not have at least one of required scope(s)";
  return flavour === "forgejo"
    ? `${words}: [${required}]`
    : `${words}, required=[${required}], token scope=${[...scopes].join(",")}`;
}

interface Answered {
  call: GiteaCall;
  route: GiteaRoute;
  request: FakeRequest;
  search: string;
  answer: FakeAnswer;
}

/** What the fake took and what it said are both as the host describes them. */
function findProblem(
  description: GiteaDescription,
  { call, route, request, search, answer }: Answered,
): string | null {
  const { operation, template } = route;
  let at = 0;
  const path = template.replace(/\{[^}]+\}/g, () => encodeURIComponent(call.params[at++]!));
  const { method, headers, body } = request;
  const asked = description.findRequestProblem({
    operation,
    method: method.toLowerCase(),
    path,
    query: search.slice(1),
    headers,
    body,
  });
  if (asked !== null) return `${method} ${request.path} is not as described: ${asked}`;
  const said = description.findAnswerProblem(operation, answer.status, answer.body);
  return said === null
    ? null
    : `the answer ${answer.status} to ${method} ${request.path} is not as described: ${said}`;
}
