import {
  type GitlabMergeRequest,
  type GitlabNote,
  type GitlabProject,
  type GitlabState,
  type GitlabUser,
  isDraft,
  levelIn,
} from "./gitlab-state.ts";

const moment = "2026-07-01T08:00:00.000Z";

export function userJson(state: GitlabState, { id, username }: GitlabUser) {
  return {
    id,
    username,
    name: username.toUpperCase(),
    state: "active",
    locked: false,
    avatar_url: null,
    web_url: `${state.externalUrl}/${username}`,
  };
}

export function projectJson(state: GitlabState, project: GitlabProject, asks: GitlabUser) {
  const { id, path, forkedFrom, copyPolls } = project;
  const segments = path.split("/");
  const namespace = segments.slice(0, -1).join("/");
  const by = project === state.project ? state.levels.get(asks.username)?.by : "project";
  const level = levelIn(state, project, asks.username);
  const access = level === 0 ? null : { access_level: level, notification_level: 3 };
  return {
    id,
    description: null,
    name: segments.at(-1),
    path: segments.at(-1),
    path_with_namespace: path,
    created_at: moment,
    default_branch: "main",
    http_url_to_repo: `${state.externalUrl}/${path}.git`,
    ssh_url_to_repo: `git@gitlab.example.com:${path}.git`,
    web_url: `${state.externalUrl}/${path}`,
    namespace: {
      id: 7,
      name: segments.at(-2),
      path: segments.at(-2),
      kind: forkedFrom === null ? "group" : "user",
      full_path: namespace,
      parent_id: null,
    },
    visibility: "private",
    archived: false,
    merge_requests_enabled: true,
    merge_method: "merge",
    squash_option: "default_off",
    import_status:
      forkedFrom === null ? "none" : copyPolls > 1 ? "scheduled" : copyPolls > 0 ? "started" : "finished",
    permissions: {
      project_access: by === "project" ? access : null,
      group_access: by === "group" ? access : null,
    },
  };
}

export function mergeRequestJson(state: GitlabState, one: GitlabMergeRequest) {
  const { id, iid, title, description, source, sourceBranch, targetBranch, labels } = one;
  const people = (users: readonly GitlabUser[]) => users.map((user) => userJson(state, user));
  return {
    id,
    iid,
    project_id: state.project.id,
    title,
    description,
    state: one.state,
    created_at: moment,
    updated_at: moment,
    merged_at: one.state === "merged" ? moment : null,
    closed_at: one.state === "closed" ? moment : null,
    target_branch: targetBranch,
    source_branch: sourceBranch,
    user_notes_count: one.notes.filter(({ system }) => !system).length,
    upvotes: 0,
    downvotes: 0,
    author: userJson(state, one.author),
    assignees: people(one.assignees),
    assignee: people(one.assignees)[0] ?? null,
    reviewers: people(one.reviewers),
    source_project_id: source.id,
    target_project_id: state.project.id,
    labels,
    draft: isDraft(title),
    work_in_progress: isDraft(title),
    milestone: null,
    merge_when_pipeline_succeeds: false,
    merge_status: "checking",
    detailed_merge_status: "checking",
    sha: "0".repeat(40),
    merge_commit_sha: one.mergeCommit ?? null,
    squash_commit_sha: null,
    discussion_locked: null,
    should_remove_source_branch: null,
    force_remove_source_branch: one.removeSourceBranch,
    reference: `!${iid}`,
    web_url: `${state.externalUrl}/${state.project.path}/-/merge_requests/${iid}`,
    squash: false,
    has_conflicts: false,
    blocking_discussions_resolved: true,
  };
}

export function noteJson(state: GitlabState, one: GitlabMergeRequest, note: GitlabNote) {
  const { at = moment, internal = false, place } = note;
  const unsettled = { resolvable: true, resolved: false, resolved_by: null, resolved_at: null };
  return {
    id: note.id,
    type: place === undefined ? null : "DiffNote",
    body: note.body,
    author: userJson(state, note.author),
    created_at: at,
    updated_at: at,
    system: note.system,
    noteable_id: one.id,
    noteable_type: "MergeRequest",
    project_id: state.project.id,
    ...(place === undefined ? { resolvable: false } : { ...unsettled, position: positionJson(place) }),
    confidential: internal,
    internal,
    noteable_iid: one.iid,
  };
}

/** Of a line that was added. */
export function positionJson({ path, line }: { path: string; line: number }) {
  return {
    ...{ base_sha: "a".repeat(40), start_sha: "a".repeat(40), head_sha: "b".repeat(40) },
    ...{ old_path: path, new_path: path, position_type: "text", old_line: null, new_line: line },
  };
}

export function branchJson(state: GitlabState, project: GitlabProject, branch: string, commit: string) {
  return {
    name: branch,
    commit: { id: commit, short_id: commit.slice(0, 8) },
    merged: false,
    protected: branch === "main",
    developers_can_push: false,
    developers_can_merge: false,
    can_push: true,
    default: branch === "main",
    web_url: `${state.externalUrl}/${project.path}/-/tree/${branch}`,
  };
}
