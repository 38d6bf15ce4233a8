import { findBodyProblem } from "./azure-body-checks.ts";
import type { AzureDescription } from "./azure-description.ts";
import { type AzureCall, type AzureRoute, fail, invalidArgument } from "./azure-fake-call.ts";
import { checkRoutes } from "./azure-fake-checks.ts";
import { organizationRoutes, repositoryNotFound } from "./azure-fake-organization.ts";
import { pullRoutes } from "./azure-fake-pulls.ts";
import { talkRoutes } from "./azure-fake-talk.ts";
import { type AzureState, bits, bot, findRepository, isAllowed } from "./azure-state.ts";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";

const routes: AzureRoute[] = [...pullRoutes, ...talkRoutes, ...checkRoutes, ...organizationRoutes];
const apiVersion = "7.1";

interface Matched {
  route: AzureRoute;
  project: string | null;
  params: string[];
}

/**
 * Answers as the host does: who asks, what the token is good for, the version, the repository, the body, the
 * deed.
 */
export async function answerAzure(
  state: AzureState,
  description: AzureDescription | null,
  request: FakeRequest,
): Promise<{ answer: FakeAnswer; problem: string | null }> {
  const url = new URL(request.path, "http://localhost");
  const matched = match(state, request.method, url.pathname);
  if (matched === null) {
    const answer = fail(404, "HttpException", "The resource cannot be found.");
    return { answer, problem: `${request.method} ${request.path} is nothing that the host has` };
  }
  const { route, params } = matched;
  const repository = findRepository(state, params[0] ?? "") ?? state.repository;
  const call: AzureCall = { state, params, query: url.searchParams, body: request.body, repository };
  const answer = refusal(call, matched, request) ?? (await route.handle(call));
  if (description === null || route.operation === null || answer.status >= 300)
    return { answer, problem: null };
  const problem = description.findProblem({
    operation: route.operation,
    method: request.method,
    path: `/organization/project/_apis${fillIn(route.template, params)}`,
    query: url.search.slice(1),
    headers: request.headers,
    body: request.body,
    answer,
  });
  return { answer, problem: problem === null ? null : `${request.method} ${request.path}: ${problem}` };
}

/** Identities are kept at another host by the Services, which tests put below `/vssps`. */
function match(state: AzureState, method: string, pathname: string): Matched | null {
  const path = pathname.replace(/^\/vssps(?=\/)/, "");
  const base = state.base.split("/").map(encodeURIComponent).join("/");
  if (!path.startsWith(`${base}/`)) return null;
  const below = path.slice(base.length);
  for (const route of routes) {
    const [, project = null, rest = ""] =
      (route.isOfProject ? /^\/([^/]+)(\/.*)$/ : /^()(\/.*)$/).exec(below) ?? [];
    const found = route.method === method ? route.path.exec(rest) : null;
    if (found !== null) return { route, project, params: found.slice(1).map(decodeURIComponent) };
  }
  return null;
}

function refusal(call: AzureCall, { route, project }: Matched, request: FakeRequest): FakeAnswer | null {
  const { state, params, query } = call;
  if (!isKnown(state, request)) return signIn(request);
  if (route.scope !== null && !state.scopes.has(route.scope)) return { status: 401 };
  const wanted = route.isPreview ? `${apiVersion}-preview` : apiVersion;
  if (query.get("api-version") !== wanted) return wrongVersion(query.get("api-version"));
  const isEmptyPull = route.operation === "Pull Requests_Create" && !hasBranches(call.body);
  if (route.isOfProject && !isEmptyPull) {
    if (decodeURIComponent(project ?? "") !== state.project.name) {
      return fail(
        404,
        "ProjectDoesNotExistWithNameException",
        "TF200016: The following project does not exist.",
      );
    }
    const isThere = params.length === 0 || findRepository(state, params[0]!) !== undefined;
    if (!isThere || !isAllowed(state, bot, bits.read)) return repositoryNotFound(params[0] ?? "");
  }
  const isEvaluation = route.template.includes("permissionevaluationbatch");
  const problem = findBodyProblem(isEvaluation ? "evaluate" : (route.operation ?? ""), call.body);
  return problem === null ? null : invalidArgument(problem);
}

function isKnown(state: AzureState, { headers }: FakeRequest): boolean {
  if (state.isRevoked) return false;
  const [, scheme = "", value = ""] = /^(\S+) (\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (scheme === "Bearer") return value === state.token;
  return scheme === "Basic" && Buffer.from(value, "base64").toString("utf8").split(":")[1] === state.token;
}

/** A page to sign in, unless the client asks not to be shown it. */
function signIn({ method, headers }: FakeRequest): FakeAnswer {
  const message = "TF400813: The user '' is not authorized to access this resource.";
  if (method === "PATCH") return fail(401, "UnauthorizedRequestException", message);
  if (headers["x-tfs-fedauthredirect"] === "Suppress") return { status: 401 };
  return { status: 203, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" };
}

function wrongVersion(version: string | null): FakeAnswer {
  if (version === null) {
    return fail(400, "VssVersionNotSpecifiedException", "No api-version was supplied for the request.");
  }
  return fail(
    400,
    "VssInvalidPreviewVersionException",
    `The requested version "${version}" of the resource is under preview. The -preview flag must be supplied in the api-version for such requests. For example: "${version}-preview"`,
  );
}

function hasBranches(body: unknown): boolean {
  return typeof body === "object" && body !== null && "sourceRefName" in body && "targetRefName" in body;
}

function fillIn(template: string, params: readonly string[]): string {
  let at = 0;
  return template.replace(/\{[^}]+\}/g, () => encodeURIComponent(params[at++]!));
}
