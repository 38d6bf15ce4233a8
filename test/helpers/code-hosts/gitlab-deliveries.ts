import { createHmac } from "node:crypto";
import { positionJson } from "./gitlab-json.ts";
import {
  findUser,
  type GitlabMergeRequest,
  type GitlabNote,
  type GitlabProject,
  type GitlabState,
  type GitlabUser,
} from "./gitlab-state.ts";

export interface MadeDelivery {
  /** `X-Gitlab-Event`. */
  event: string;
  body: Record<string, unknown>;
}

const moment = "2026-07-01 08:00:00 UTC";

/** As the host sends it: a secret token goes along, a signing token (`whsec_…`) signs. */
export function sendDelivery(
  { event, body }: MadeDelivery,
  { secret, deliveryId, at = Date.now() }: { secret: string; deliveryId: string; at?: number },
): { headers: Record<string, string>; body: Buffer } {
  const bytes = Buffer.from(JSON.stringify(body));
  const seconds = String(Math.floor(at / 1_000));
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitLab/19.2.0",
    "x-gitlab-event": event,
    "x-gitlab-instance": "https://gitlab.example.com",
    "x-gitlab-webhook-uuid": "02affd2d-0000-4000-8000-000000000000",
    "x-gitlab-event-uuid": "13792a34-0000-4000-8000-000000000000",
    "idempotency-key": deliveryId,
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
  };
  if (!secret.startsWith("whsec_")) return { headers: { ...headers, "x-gitlab-token": secret }, body: bytes };
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key)
    .update(`${deliveryId}.${seconds}.`)
    .update(bytes)
    .digest("base64");
  return { headers: { ...headers, "webhook-signature": `v1,${signature}` }, body: bytes };
}

export function mergeRequestDelivery(state: GitlabState, one: GitlabMergeRequest): MadeDelivery {
  const attributes = {
    ...attributesOf(state, one),
    url: `${state.externalUrl}/${state.project.path}/-/merge_requests/${one.iid}`,
    action: { opened: "open", closed: "close", merged: "merge", locked: "update" }[one.state],
  };
  const body = {
    object_kind: "merge_request",
    event_type: "merge_request",
    ...around(state, one.author),
    object_attributes: attributes,
    labels: [],
    changes: {},
  };
  return { event: "Merge Request Hook", body };
}

export function noteDelivery(
  state: GitlabState,
  one: GitlabMergeRequest,
  { id, author, body: note, place }: Omit<GitlabNote, "system">,
): MadeDelivery {
  const position = place === undefined ? null : positionJson(place);
  const attributes = {
    ...{ id, note, noteable_type: "MergeRequest", author_id: author.id },
    ...{ created_at: moment, updated_at: moment, project_id: state.project.id, attachment: null },
    ...{
      line_code: null,
      commit_id: "",
      noteable_id: one.id,
      system: false,
      st_diff: null,
      action: "create",
    },
    ...{ type: position === null ? null : "DiffNote", position, original_position: position },
    url: `${state.externalUrl}/${state.project.path}/-/merge_requests/${one.iid}#note_${id}`,
  };
  const body = {
    object_kind: "note",
    event_type: "note",
    ...around(state, author),
    project_id: state.project.id,
    object_attributes: attributes,
    merge_request: attributesOf(state, one),
  };
  return { event: "Note Hook", body };
}

export function pipelineDelivery(
  state: GitlabState,
  failed: { branch: string; commit: string; name: string },
): MadeDelivery {
  const job = (id: number, name: string, more: object) => {
    const times = { created_at: moment, started_at: moment, finished_at: moment, duration: 17 };
    const manner = { when: "on_success", manual: false, allow_failure: false, failure_reason: null };
    return { id, stage: "test", name, status: "success", ...times, ...manner, ...more };
  };
  const body = {
    object_kind: "pipeline",
    ...around(state, findUser(state, "bot")!),
    object_attributes: {
      ...{ id: 31, iid: 3, name: null, ref: failed.branch, tag: false, sha: failed.commit },
      ...{ before_sha: "0".repeat(40), source: "push", status: "failed", detailed_status: "failed" },
      ...{ stages: ["build", "test"], created_at: moment, finished_at: moment, duration: 63, variables: [] },
      url: `${state.externalUrl}/${state.project.path}/-/pipelines/31`,
    },
    merge_request: null,
    commit: { id: failed.commit, message: "Say good day\n", timestamp: moment },
    builds: [
      job(376, "lint", {}),
      job(377, failed.name, { status: "failed", failure_reason: "script_failure" }),
      job(378, "spelling", { status: "failed", failure_reason: "script_failure", allow_failure: true }),
      job(379, "deploy", { stage: "deploy", status: "skipped" }),
    ],
  };
  return { event: "Pipeline Hook", body };
}

export function jobDelivery(
  state: GitlabState,
  failed: { branch: string; commit: string; name: string },
): MadeDelivery {
  const { user, project, repository } = around(state, findUser(state, "bot")!);
  const body = {
    ...{
      object_kind: "build",
      ref: failed.branch,
      tag: false,
      before_sha: "0".repeat(40),
      sha: failed.commit,
    },
    ...{ build_id: 1_977, build_name: failed.name, build_stage: "test", build_status: "failed" },
    ...{ build_created_at: moment, build_allow_failure: false, build_failure_reason: "script_failure" },
    ...{ retries_count: 0, pipeline_id: 2_366, project_id: state.project.id, user, project, repository },
    commit: { id: 2_366, name: null, sha: failed.commit, message: "Say good day\n", status: "failed" },
  };
  return { event: "Job Hook", body };
}

export function pushDelivery(state: GitlabState): MadeDelivery {
  const body = {
    ...{ object_kind: "push", event_name: "push", before: "a".repeat(40), after: "b".repeat(40) },
    ...{ ref: "refs/heads/main", user_username: "writer", project_id: state.project.id, commits: [] },
  };
  return { event: "Push Hook", body };
}

function attributesOf(state: GitlabState, one: GitlabMergeRequest) {
  return {
    ...{ id: one.id, iid: one.iid, title: one.title, description: one.description, state: one.state },
    ...{ source_branch: one.sourceBranch, target_branch: one.targetBranch, author_id: one.author.id },
    ...{ source_project_id: one.source.id, target_project_id: state.project.id },
    ...{ created_at: moment, updated_at: moment, work_in_progress: false, draft: false },
    source: hookProject(state, one.source),
    target: hookProject(state, state.project),
  };
}

function around(state: GitlabState, { id, username }: GitlabUser) {
  const { name, url, homepage } = hookProject(state, state.project);
  return {
    user: { id, name: username.toUpperCase(), username, avatar_url: null, email: "[REDACTED]" },
    project: hookProject(state, state.project),
    repository: { name, url, homepage, description: null },
  };
}

function hookProject({ externalUrl }: GitlabState, { id, path }: GitlabProject) {
  const url = `${externalUrl}/${path}`;
  return {
    ...{ id, name: path.split("/").at(-1), description: null, web_url: url, homepage: url },
    ...{ git_http_url: `${url}.git`, git_ssh_url: `git@gitlab.example.com:${path}.git`, url: `${url}.git` },
    ...{ path_with_namespace: path, default_branch: "main", visibility_level: 0 },
  };
}
