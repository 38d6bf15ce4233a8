import { isOwnCheck } from "../checks-report.ts";
import { type CheckedCommit, type CheckState, combineChecks } from "../combine-checks.ts";
import type { AzureClient } from "./client.ts";
import { toRefName } from "./find-open-pull-request.ts";
import { nameScope } from "./missing-scope.ts";
import {
  type AzureBuild,
  type AzureStatus,
  buildSchema,
  iterationSchema,
  listSchema,
  pullRequestStatusSchema,
  statusSchema,
} from "./schemas.ts";
import { sourceOf } from "./to-check-event.ts";

const listedMax = 100;

const statusStates: Record<string, CheckState | undefined> = {
  ...{ succeeded: "green", pending: "pending", notSet: "pending", notApplicable: "none" },
};

/** Combines builds and statuses; a build that partially succeeded or was stopped counts as failed. */
export async function readChecks(client: AzureClient, checked: CheckedCommit): Promise<CheckState> {
  const builds = await listBuilds(client, checked);
  const statuses = [
    ...(await listCommitStatuses(client, checked)),
    ...(await listPullRequestStatuses(client, checked)),
  ].filter((status) => !isOwnCheck(nameOf(status)));
  return combineChecks([
    ...builds.map(stateOfBuild),
    ...withoutBuilds(statuses, builds).map(({ state }) => statusStates[state ?? "notSet"] ?? "failed"),
  ]);
}

function stateOfBuild({ result }: AzureBuild): CheckState {
  if (result == null || result === "none") return "pending";
  return result === "succeeded" ? "green" : "failed";
}

/** Lists the newest build of each pipeline, whatever its result. Reading builds takes a scope of its own. */
export async function listBuilds(
  client: AzureClient,
  { number, branch, commit }: CheckedCommit,
): Promise<AzureBuild[]> {
  const builds: AzureBuild[] = [];
  for (const branchName of [`refs/pull/${number}/merge`, toRefName(branch)]) {
    const { data } = await client
      .request({
        path: `${client.project}/_apis/build/builds`,
        query: {
          repositoryId: (await client.repository()).id,
          repositoryType: "TfsGit",
          branchName,
          queryOrder: "queueTimeDescending",
          maxBuildsPerDefinition: 1,
          $top: listedMax,
        },
        action: "read the builds",
        schema: listSchema(buildSchema),
      })
      .catch((error: unknown) => {
        throw nameScope(error, "build");
      });
    builds.push(...data.value);
  }
  return builds.filter((build) => sourceOf(build).commit === commit);
}

export async function listCommitStatuses(
  client: AzureClient,
  { commit }: CheckedCommit,
): Promise<AzureStatus[]> {
  const { data } = await client.request({
    path: `${client.path}/commits/${commit}/statuses`,
    query: { latestOnly: true },
    action: "read the commit's statuses",
    schema: listSchema(statusSchema),
  });
  return newestOf(data.value);
}

/**
 * An iteration's status belongs to its commit; a status of the whole pull request belongs to the commit if it
 * was set after the commit arrived.
 */
export async function listPullRequestStatuses(
  client: AzureClient,
  { number, commit }: CheckedCommit,
): Promise<AzureStatus[]> {
  const path = `${client.path}/pullRequests/${number}`;
  const { data: statuses } = await client.request({
    path: `${path}/statuses`,
    action: "read the pull request's statuses",
    schema: listSchema(pullRequestStatusSchema),
  });
  if (statuses.value.length === 0) return [];
  const { data: iterations } = await client.request({
    path: `${path}/iterations`,
    action: "read the pull request's pushes",
    schema: listSchema(iterationSchema),
  });
  const own = iterations.value.filter(({ sourceRefCommit }) => sourceRefCommit?.commitId === commit);
  const since = Math.min(...own.map(({ createdDate }) => Date.parse(createdDate ?? "")));
  const ofCommit = statuses.value.filter(({ iterationId, creationDate }) =>
    iterationId ? own.some(({ id }) => id === iterationId) : Date.parse(creationDate ?? "") >= since,
  );
  return newestOf(ofCommit);
}

/** Keeps only the newest status of each name and genre. */
function newestOf(statuses: readonly AzureStatus[]): AzureStatus[] {
  const oldestFirst = statuses.toSorted((one, other) => one.id - other.id);
  return [...new Map(oldestFirst.map((status) => [nameOf(status), status])).values()];
}

export function nameOf({ context }: AzureStatus): string {
  return [context?.genre, context?.name].filter(Boolean).join("/");
}

/** Removes the statuses with which pipelines report their own builds. */
export function withoutBuilds(
  statuses: readonly AzureStatus[],
  builds: readonly AzureBuild[],
): AzureStatus[] {
  return statuses.filter((status) => !builds.some(({ id }) => id === buildIdOf(status)));
}

function buildIdOf({ targetUrl }: AzureStatus): number | null {
  const [, id] = /(?:buildId=|\/Build\/Build\/)(\d+)/i.exec(targetUrl ?? "") ?? [];
  return id === undefined ? null : Number(id);
}
