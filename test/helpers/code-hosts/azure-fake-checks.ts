import {
  type AzureCall,
  fail,
  invalidArgument,
  list,
  needsPermission,
  ok,
  pullNotFound,
  route,
} from "./azure-fake-call.ts";
import { findPull } from "./azure-fake-pulls.ts";
import { buildJson, iterationJson, statusJson } from "./azure-json.ts";
import { type AzureBuild, type AzureStatus, bits, bot, isAllowed, newId } from "./azure-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const repository = "/git/repositories/{repositoryId}";
const pull = `${repository}/pullRequests/{pullRequestId}`;

export const checkRoutes = [
  route(null, "GET /build/builds", "build", listBuilds),
  route("Statuses_List", `GET ${repository}/commits/{commitId}/statuses`, "code", listCommitStatuses),
  route("Pull Request Statuses_List", `GET ${pull}/statuses`, "code", listPullStatuses),
  route("Pull Request Statuses_Create", `POST ${pull}/statuses`, "code_write", addPullStatus),
  route("Pull Request Iterations_List", `GET ${pull}/iterations`, "code", listIterations),
];

const buildParameters = [
  "api-version",
  "repositoryId",
  "repositoryType",
  "branchName",
  "queryOrder",
  "maxBuildsPerDefinition",
  "$top",
];

/** One after the other is queued. */
function listBuilds({ state, query }: AzureCall): FakeAnswer {
  const unknown = [...query.keys()].find((name) => !buildParameters.includes(name));
  if (unknown !== undefined) return invalidArgument(`${unknown} is not known.`);
  const repositoryId = query.get("repositoryId");
  if (repositoryId !== null && query.get("repositoryType") !== "TfsGit") {
    return invalidArgument("A repository ID was specified without a repository type.");
  }
  const isOrdered = query.get("queryOrder") === "queueTimeDescending";
  const perPipeline = Number(query.get("maxBuildsPerDefinition") ?? Number.MAX_SAFE_INTEGER);
  const branch = query.get("branchName");
  const found = state.builds
    .filter(({ sourceBranch }) => branch === null || sourceBranch === branch)
    .filter(() => repositoryId === null || repositoryId === state.repository.id)
    .sort((one, other) => (isOrdered ? other.id - one.id : one.id - other.id))
    .filter((build, at, all) => countBefore(all, at, build) < perPipeline);
  return list(found.slice(0, Number(query.get("$top") ?? 1_000)).map((build) => buildJson(state, build)));
}

function countBefore(builds: readonly AzureBuild[], at: number, { pipeline }: AzureBuild): number {
  return builds.slice(0, at).filter((other) => other.pipeline === pipeline).length;
}

/** With `latestOnly` the last of each name and genre. */
function listCommitStatuses({ state, query, params }: AzureCall): FakeAnswer {
  const [, commit = ""] = params;
  if (!/^[0-9a-f]{40}$/.test(commit)) {
    return fail(400, "InvalidArgumentValueException", "A full commit ID is required.");
  }
  const given = state.statuses.filter((status) => status.commit === commit);
  const isLast = ({ genre, name }: AzureStatus, at: number) =>
    !given.slice(at + 1).some((later) => later.genre === genre && later.name === name);
  const shown = query.get("latestOnly") === "true" ? given.filter(isLast) : given;
  return list(shown.map((status) => statusJson(state, status)));
}

function listPullStatuses(call: AzureCall): FakeAnswer {
  const found = findPull(call);
  if (found === undefined) return pullNotFound();
  return list(found.statuses.map((status) => statusJson(call.state, status)));
}

/** Each is a new one: the host shows the last of each name and genre. */
async function addPullStatus(call: AzureCall): Promise<FakeAnswer> {
  const { state } = call;
  const found = findPull(call);
  if (found === undefined) return pullNotFound();
  if (!isAllowed(state, bot, bits.contributeToPulls)) return needsPermission("PullRequestContribute");
  const { context, iterationId, ...given } = call.body as GivenStatus;
  const iterations = found.iterations?.map(({ id }) => id) ?? [1];
  if (iterationId !== undefined && !iterations.includes(iterationId))
    return invalidArgument(`${iterationId} is no iteration.`);
  if (!["pending", "succeeded", "failed", "error"].includes(given.state))
    return invalidArgument(`${given.state} is no state.`);
  const status: AzureStatus = {
    ...{ id: newId(state), ...given, ...context, creationDate: new Date().toISOString() },
    ...(iterationId === undefined ? {} : { iterationId }),
  };
  found.statuses.push(status);
  return ok(statusJson(state, status));
}

type GivenStatus = Pick<AzureStatus, "state" | "description" | "targetUrl" | "iterationId"> & {
  context: Pick<AzureStatus, "genre" | "name">;
};

async function listIterations(call: AzureCall): Promise<FakeAnswer> {
  const found = findPull(call);
  if (found === undefined) return pullNotFound();
  const commit = (await branchCommits(found.sourceRepository.folder)).get(found.source) ?? "";
  const only = { id: 1, commit, createdDate: "2026-03-01T10:00:00.1234567Z" };
  return list((found.iterations ?? [only]).map((iteration) => iterationJson(call.state, iteration)));
}
