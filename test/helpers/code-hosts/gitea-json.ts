import {
  bot,
  findUser,
  type GiteaComment,
  type GiteaLabel,
  type GiteaLineComment,
  type GiteaPull,
  type GiteaRepository,
  type GiteaReview,
  type GiteaState,
  type GiteaStatus,
  permissionOf,
} from "./gitea-state.ts";

const moment = "2026-03-01T10:00:00Z";

export function pageUrl(state: GiteaState, path: string): string {
  return `${state.url}${state.base}${path}`;
}

export function userJson(state: GiteaState, login: string): object {
  const user = findUser(state, login);
  return {
    id: user?.id ?? 0,
    login,
    login_name: "",
    full_name: "",
    email: `${login}@noreply.example.com`,
    avatar_url: pageUrl(state, `/avatars/${login}`),
    html_url: pageUrl(state, `/${login}`),
    is_admin: false,
    active: true,
    created: moment,
    visibility: "public",
  };
}

export function repositoryJson(state: GiteaState, repository: GiteaRepository): object {
  const { owner, name, parent } = repository;
  const permission = parent === null ? permissionOf(state, bot) : "owner";
  return {
    id: repository.id,
    owner: userJson(state, owner),
    name,
    full_name: `${owner}/${name}`,
    private: true,
    fork: parent !== null,
    parent: parent === null ? null : repositoryJson(state, parent),
    // The address that the instance gives itself, which need not be the one that is used.
    html_url: `https://intern.example.com/${owner}/${name}`,
    clone_url: `https://intern.example.com/${owner}/${name}.git`,
    ssh_url: `git@intern.example.com:${owner}/${name}.git`,
    default_branch: "main",
    archived: false,
    has_pull_requests: state.takesPullRequests,
    allow_merge_commits: true,
    allow_squash_merge: true,
    object_format_name: "sha1",
    permissions: {
      admin: ["admin", "owner"].includes(permission),
      push: ["write", "admin", "owner"].includes(permission),
      pull: permission !== "none",
    },
    created_at: moment,
    updated_at: moment,
  };
}

export function labelJson(state: GiteaState, { id, name }: GiteaLabel): object {
  return {
    id,
    name,
    color: "ededed",
    description: "",
    exclusive: false,
    is_archived: false,
    url: pageUrl(state, ""),
  };
}

function pullPage(state: GiteaState, pull: GiteaPull): string {
  return pageUrl(state, `/${state.repository.owner}/${state.repository.name}/pulls/${pull.number}`);
}

export function commentJson(state: GiteaState, pull: GiteaPull, comment: GiteaComment): object {
  const { id, author, body, createdAt, updatedAt } = comment;
  const page = pullPage(state, pull);
  return {
    id,
    body,
    user: userJson(state, author),
    html_url: `${page}#issuecomment-${id}`,
    pull_request_url: page,
    issue_url: "",
    assets: [],
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function reviewJson(state: GiteaState, pull: GiteaPull, review: GiteaReview): object {
  const { id, author, state: handed, body, dismissed, createdAt, updatedAt, comments } = review;
  return {
    id,
    user: userJson(state, author),
    team: null,
    state: handed,
    body,
    commit_id: "",
    stale: false,
    official: false,
    dismissed,
    comments_count: comments.length,
    submitted_at: createdAt,
    updated_at: updatedAt,
    html_url: `${pullPage(state, pull)}#issuecomment-${id}`,
    pull_request_url: pullPage(state, pull),
  };
}

/** The line of the other side is 0. */
export function lineCommentJson(
  state: GiteaState,
  pull: GiteaPull,
  comment: GiteaLineComment & { review: number },
): object {
  const { id, author, body, path, line, createdAt, resolver, review } = comment;
  return {
    id,
    body,
    user: userJson(state, author),
    resolver: resolver === null ? null : userJson(state, resolver),
    pull_request_review_id: review,
    created_at: createdAt,
    updated_at: createdAt,
    path,
    commit_id: "",
    original_commit_id: "",
    diff_hunk: "",
    position: Math.max(0, line),
    original_position: Math.max(0, -line),
    html_url: `${pullPage(state, pull)}#issuecomment-${id}`,
    pull_request_url: pullPage(state, pull),
  };
}

export function statusJson(state: GiteaState, status: GiteaStatus): object {
  const { commit, context, state: reported, description, targetUrl } = status;
  return {
    id: 77,
    status: reported,
    target_url: targetUrl,
    description,
    url: pageUrl(state, `/api/v1/repos/acme/docs/statuses/${commit}`),
    context,
    creator: userJson(state, bot),
    created_at: moment,
    updated_at: moment,
  };
}

/**
 * The branches of the repository and of the head's, by which a head is told from one whose branch is gone.
 */
export interface PullBranches {
  base: ReadonlyMap<string, string>;
  head: ReadonlyMap<string, string>;
}

export function pullJson(state: GiteaState, pull: GiteaPull, branches: PullBranches): object {
  const { repository } = state;
  const { number, headRepository } = pull;
  const page = pullPage(state, pull);
  const headCommit = branches.head.get(pull.head);
  return {
    id: pull.id,
    number,
    url: page,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    user: userJson(state, pull.author),
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: /^(WIP:|\[WIP\])/i.test(pull.title),
    merged: pull.merged,
    merge_commit_sha: pull.mergeCommit ?? null,
    mergeable: true,
    labels: state.labels.filter(({ id }) => pull.labels.includes(id)).map((label) => labelJson(state, label)),
    assignees: listOrNull(pull.assignees, (login) => userJson(state, login)),
    requested_reviewers: listOrNull(pull.reviewers, (login) => userJson(state, login)),
    comments: pull.comments.length,
    base: {
      label: pull.base,
      ref: pull.base,
      sha: branches.base.get(pull.base) ?? "",
      repo_id: repository.id,
      repo: repositoryJson(state, repository),
    },
    head: {
      label: pull.head,
      ref: headCommit === undefined ? `refs/pull/${number}/head` : pull.head,
      sha: headCommit ?? "",
      repo_id: headRepository.id,
      repo: repositoryJson(state, headRepository),
    },
    created_at: moment,
    updated_at: moment,
    closed_at: pull.state === "closed" ? moment : null,
    merged_at: pull.merged ? moment : null,
  };
}

function listOrNull<T>(items: readonly T[], write: (item: T) => object): object[] | null {
  return items.length === 0 ? null : items.map(write);
}
