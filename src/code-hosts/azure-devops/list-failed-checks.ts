import { readAllowed } from "../listed-feedback.ts";
import type { FeedbackEvent, FeedbackQuery } from "../types.ts";
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
import { sourceOf, toCheckEvent } from "./to-check-event.ts";

interface CheckedCommit {
  number: number;
  branch: string;
  commit: string;
}

const listedMax = 100;
const failedStates = ["failed", "error"];

/**
 * Builds that have failed, and statuses that others have given to the commit or the pull request. What the
 * token may not read is left out.
 */
export async function listFailedChecks(
  client: AzureClient,
  { number, branch, checkedCommit: commit }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (commit === null) return [];
  const checked = { number, branch, commit };
  const builds = await readAllowed(() => listBuilds(client, checked));
  const statuses = [
    ...(await readAllowed(() => listCommitStatuses(client, checked))),
    ...(await readAllowed(() => listPullRequestStatuses(client, checked))),
  ];
  const failed = builds.flatMap(
    (build) => toCheckEvent(build, `Build ${build.buildNumber ?? ""} failed`) ?? [],
  );
  const others = statuses.filter((status) => !builds.some(({ id }) => id === buildIdOf(status)));
  return [...failed, ...others.map((status) => toStatusEvent(status, checked))];
}

/** The newest of each pipeline, whatever has become of it. Reading them is a scope of its own. */
async function listBuilds(
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

async function listCommitStatuses(client: AzureClient, { commit }: CheckedCommit): Promise<AzureStatus[]> {
  const { data } = await client.request({
    path: `${client.path}/commits/${commit}/statuses`,
    query: { latestOnly: true },
    action: "read the commit's statuses",
    schema: listSchema(statusSchema),
  });
  return failedOf(data.value);
}

/**
 * Those of an iteration are about its commit; one of the whole pull request is, if it was given since the
 * commit is there.
 */
async function listPullRequestStatuses(
  client: AzureClient,
  { number, commit }: CheckedCommit,
): Promise<AzureStatus[]> {
  const path = `${client.path}/pullRequests/${number}`;
  const { data: statuses } = await client.request({
    path: `${path}/statuses`,
    action: "read the pull request's statuses",
    schema: listSchema(pullRequestStatusSchema),
  });
  if (failedOf(statuses.value).length === 0) return [];
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
  return failedOf(ofCommit);
}

/** A status of the same name and genre replaces the one before. */
function failedOf(statuses: readonly AzureStatus[]): AzureStatus[] {
  const oldestFirst = statuses.toSorted((one, other) => one.id - other.id);
  const newest = new Map(oldestFirst.map((status) => [nameOf(status), status]));
  return [...newest.values()].filter(({ state }) => failedStates.includes(state ?? ""));
}

function nameOf({ context }: AzureStatus): string {
  return [context?.genre, context?.name].filter(Boolean).join("/");
}

/** Pipelines report themselves as statuses, too. */
function buildIdOf({ targetUrl }: AzureStatus): number | null {
  const [, id] = /(?:buildId=|\/Build\/Build\/)(\d+)/i.exec(targetUrl ?? "") ?? [];
  return id === undefined ? null : Number(id);
}

function toStatusEvent(status: AzureStatus, { branch, commit }: CheckedCommit): FeedbackEvent {
  const { description, targetUrl } = status;
  const text = description ?? "";
  return { kind: "check_failed", branch, commit, name: nameOf(status), text, url: targetUrl ?? "" };
}
