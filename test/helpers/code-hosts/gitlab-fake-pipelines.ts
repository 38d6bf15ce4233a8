import type { FakeAnswer } from "./fake-server.ts";
import {
  forbidden,
  type GitlabCall,
  type GitlabRoute,
  notFound,
  pageOf,
  refuse,
} from "./gitlab-fake-call.ts";
import { userJson } from "./gitlab-json.ts";
import {
  bot,
  commitOf,
  developer,
  findUser,
  type GitlabJob,
  type GitlabPipeline,
  type GitlabState,
  type GitlabStatus,
  levelIn,
  newId,
} from "./gitlab-state.ts";
import type { SceneCheck } from "./scene.ts";

const moment = "2026-07-01T08:00:00.000Z";
const pattern = "projects/{project}/pipelines";

export const pipelineRoutes: GitlabRoute[] = [
  {
    method: "GET",
    pattern,
    operation: "getApiV4ProjectsIdPipelines",
    query: ["sha", "ref", "status", "order_by", "sort"],
    handle: list,
  },
  {
    method: "GET",
    pattern: `${pattern}/{pipeline}/jobs`,
    operation: "jobs",
    query: ["scope", "include_retried"],
    handle: listJobs,
  },
  {
    method: "GET",
    pattern: "projects/{project}/repository/commits/{sha}/statuses",
    operation: "getApiV4ProjectsIdRepositoryCommitsShaStatuses",
    query: ["name", "ref", "pipeline_id"],
    handle: listStatuses,
  },
  {
    method: "POST",
    pattern: "projects/{project}/statuses/{sha}",
    operation: "postApiV4ProjectsIdStatusesSha",
    handle: addStatus,
  },
];

/** In the one pipeline of branch and commit; a job of the same name was tried again. */
export function setJob(state: GitlabState, { branch, commit, name, state: told }: SceneCheck): void {
  let pipeline = state.pipelines.find(({ ref, sha }) => ref === branch && sha === commit);
  if (pipeline === undefined) {
    pipeline = { id: newId(state), ref: branch, sha: commit, jobs: [] };
    state.pipelines.push(pipeline);
  }
  for (const job of pipeline.jobs) if (job.name === name) job.retried = true;
  pipeline.jobs.push({ id: newId(state), name, status: told === "passed" ? "success" : told });
}

/** Newest first, unless asked for otherwise. */
function list(call: GitlabCall): FakeAnswer {
  const { state, query } = call;
  if (!state.hasPipelines) return forbidden();
  const asked = (name: string, value: string) => [null, value].includes(query.get(name));
  const found = state.pipelines.filter(
    (one) => asked("sha", one.sha) && asked("ref", one.ref) && asked("status", statusOf(one)),
  );
  const sorted = query.get("sort") === "asc" ? found : found.toReversed();
  return pageOf(
    call,
    sorted.map((one) => pipelineJson(state, one)),
  );
}

/** Newest first; without those that were tried again, unless asked for. */
function listJobs(call: GitlabCall): FakeAnswer {
  const { state, query, segments } = call;
  if (!state.hasPipelines) return forbidden();
  const pipeline = state.pipelines.find(({ id }) => String(id) === segments[3]);
  if (pipeline === undefined) return notFound();
  const found = pipeline.jobs
    .filter(({ retried = false }) => query.get("include_retried") === "true" || !retried)
    .filter(({ status }) => (query.get("scope") ?? status) === status);
  return pageOf(
    call,
    found.toReversed().map((job) => jobJson(state, pipeline, job)),
  );
}

/** The newest of each name in each pipeline. */
function listStatuses(call: GitlabCall): FakeAnswer {
  const { state, query, segments } = call;
  const asked = (name: string, value: unknown) => [null, String(value)].includes(query.get(name));
  const found = state.pipelines
    .filter(({ id, ref, sha }) => sha === segments[4] && asked("ref", ref) && asked("pipeline_id", id))
    .flatMap((pipeline) => newestStatuses(pipeline).map((status) => ({ pipeline, status })))
    .filter(({ status }) => asked("name", status.name));
  return pageOf(
    call,
    found.map(({ pipeline, status }) => statusJson(state, pipeline, status)),
  );
}

export function newestStatuses({ statuses = [] }: GitlabPipeline): GitlabStatus[] {
  return [...new Map(statuses.map((status) => [status.name, status])).values()];
}

/** In the branch's newest pipeline of the commit, or in one that is made for it. Each is a new one. */
async function addStatus({ state, project, segments, body, user }: GitlabCall): Promise<FakeAnswer> {
  const [, , , sha = ""] = segments;
  const {
    ref,
    name,
    state: told,
    description = "",
    target_url: targetUrl = "",
  } = body as unknown as StatusBody;
  if (!state.hasPipelines || levelIn(state, project, user.username) < developer) return forbidden();
  if ((await commitOf(project, ref)) !== sha) return notFound("Commit");
  if (!["pending", "running", "success", "failed", "canceled", "skipped"].includes(told))
    return refuse(400, "state does not have a valid value");
  let pipeline = state.pipelines.findLast((one) => one.ref === ref && one.sha === sha);
  if (pipeline === undefined) {
    pipeline = { id: newId(state), ref, sha, jobs: [] };
    state.pipelines.push(pipeline);
  }
  const status = { id: newId(state), name, status: told, description, targetUrl };
  pipeline.statuses = [...(pipeline.statuses ?? []), status];
  return { status: 201, body: statusJson(state, pipeline, status) };
}

interface StatusBody {
  ref: string;
  name: string;
  state: string;
  description?: string;
  target_url?: string;
}

function statusJson(state: GitlabState, { id: pipeline_id, ref, sha }: GitlabPipeline, status: GitlabStatus) {
  const { id, name, description, targetUrl: target_url } = status;
  return {
    ...{ id, sha, ref, status: status.status, name, target_url, description, coverage: null, pipeline_id },
    ...{ created_at: moment, started_at: null, finished_at: moment, allow_failure: false },
    author: userJson(state, findUser(state, bot)!),
  };
}

function statusOf({ jobs }: GitlabPipeline): string {
  const counted = jobs.filter(({ retried }) => !retried);
  if (counted.some(({ status }) => status === "running")) return "running";
  const isFailed = counted.some(({ status, allowFailure }) => status === "failed" && !allowFailure);
  return isFailed ? "failed" : "success";
}

function pipelineJson(state: GitlabState, pipeline: GitlabPipeline) {
  const { id, ref, sha } = pipeline;
  const isExternal = pipeline.jobs.length === 0;
  return {
    ...{ id, iid: id - 1_000, project_id: state.project.id, sha, ref, status: statusOf(pipeline) },
    source: ref.startsWith("refs/merge-requests/") ? "merge_request_event" : isExternal ? "external" : "push",
    ...{ created_at: moment, updated_at: moment },
    web_url: `${state.externalUrl}/${state.project.path}/-/pipelines/${id}`,
  };
}

function jobJson(
  state: GitlabState,
  pipeline: GitlabPipeline,
  { id, name, status, allowFailure }: GitlabJob,
) {
  return {
    ...{ id, status, stage: "test", name, ref: pipeline.ref, tag: false, coverage: null },
    allow_failure: allowFailure ?? false,
    ...{ created_at: moment, started_at: moment, finished_at: status === "running" ? null : moment },
    ...{ erased_at: null, duration: 17.1, queued_duration: 0.2, archived: false },
    user: userJson(state, findUser(state, bot)!),
    commit: { id: pipeline.sha, short_id: pipeline.sha.slice(0, 8) },
    pipeline: pipelineJson(state, pipeline),
    ...(status === "failed" ? { failure_reason: "script_failure" } : {}),
    web_url: `${state.externalUrl}/${state.project.path}/-/jobs/${id}`,
    project: { ci_job_token_scope_enabled: false },
    ...{ artifacts: [], runner: null, artifacts_expire_at: null, tag_list: [] },
  };
}
