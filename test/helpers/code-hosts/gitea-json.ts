import {
  bot,
  findUser,
  type GiteaComment,
  type GiteaLabel,
  type GiteaPull,
  type GiteaRepository,
  type GiteaState,
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

export function commentJson(state: GiteaState, pull: GiteaPull, { id, author, body }: GiteaComment): object {
  const page = pageUrl(state, `/${state.repository.owner}/${state.repository.name}/pulls/${pull.number}`);
  return {
    id,
    body,
    user: userJson(state, author),
    html_url: `${page}#issuecomment-${id}`,
    pull_request_url: page,
    issue_url: "",
    assets: [],
    created_at: moment,
    updated_at: moment,
  };
}

/** The branches of the repository and of the head's, by which a head is told from one whose branch is gone. */
export interface PullBranches {
  base: ReadonlyMap<string, string>;
  head: ReadonlyMap<string, string>;
}

export function pullJson(state: GiteaState, pull: GiteaPull, branches: PullBranches): object {
  const { repository } = state;
  const { number, headRepository } = pull;
  const page = pageUrl(state, `/${repository.owner}/${repository.name}/pulls/${number}`);
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
