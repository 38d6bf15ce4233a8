import type {
  BitbucketComment,
  BitbucketCommitStatus,
  BitbucketPull,
  BitbucketRepository,
  BitbucketState,
  BitbucketUser,
} from "./bitbucket-state.ts";

const time = "2026-04-01T21:49:29.957136+00:00";
const shortHash = 12;

/** Commits by branch, as the host looks them up for its answers. */
export type Branches = ReadonlyMap<string, string>;

export function userJson({ url }: BitbucketState, user: BitbucketUser) {
  const id = encodeURIComponent(user.uuid);
  return {
    type: "user",
    display_name: user.displayName,
    uuid: user.uuid,
    nickname: user.nickname,
    account_id: user.accountId,
    links: {
      self: { href: `${url}/2.0/users/${id}` },
      html: { href: `${url}/${id}/` },
      avatar: { href: `${url}/avatar/${id}.png` },
    },
  };
}

/** As it is shown within other things. */
export function shortRepositoryJson({ url }: BitbucketState, repository: BitbucketRepository) {
  const { workspace, slug, uuid } = repository;
  return {
    type: "repository",
    name: slug,
    full_name: `${workspace}/${slug}`,
    uuid,
    links: {
      self: { href: `${url}/2.0/repositories/${workspace}/${slug}` },
      html: { href: `${url}/${workspace}/${slug}` },
      avatar: { href: `${url}/ravatar/${slug}` },
    },
  };
}

export function repositoryJson(state: BitbucketState, repository: BitbucketRepository) {
  const { workspace, slug, parent, isPrivate } = repository;
  const short = shortRepositoryJson(state, repository);
  const api = short.links.self.href;
  return {
    ...short,
    slug,
    scm: "git",
    is_private: isPrivate,
    fork_policy: "no_public_forks",
    description: "",
    size: 3543642,
    has_issues: false,
    has_wiki: false,
    created_on: time,
    updated_on: time,
    mainbranch: { type: "branch", name: "main" },
    ...(parent === null ? {} : { parent: shortRepositoryJson(state, parent) }),
    links: {
      ...short.links,
      branches: { href: `${api}/refs/branches` },
      forks: { href: `${api}/forks` },
      pullrequests: { href: `${api}/pullrequests` },
      clone: [
        { name: "https", href: `https://bot@bitbucket.org/${workspace}/${slug}.git` },
        { name: "ssh", href: `ssh://git@bitbucket.org/${workspace}/${slug}.git` },
      ],
    },
  };
}

export function pullUrl({ url, repository }: BitbucketState, id: number): string {
  return `${url}/${repository.workspace}/${repository.slug}/pull-requests/${id}`;
}

export function pullJson(
  state: BitbucketState,
  pull: BitbucketPull,
  commits: { base: Branches; head: Branches },
) {
  const api = `${state.url}/2.0/repositories/${state.repository.workspace}/${state.repository.slug}/pullrequests/${pull.id}`;
  const links = ["self", "comments", "commits", "activity", "diff", "approve", "decline", "merge"];
  const rendered = (raw: string) => ({ type: "rendered", raw, markup: "markdown", html: `<p>${raw}</p>` });
  const strategies = ["merge_commit", "squash", "fast_forward"];
  const side = (repository: BitbucketRepository, name: string, hash: string | undefined) => ({
    branch: repository === state.repository ? { name, merge_strategies: strategies } : { name },
    repository: shortRepositoryJson(state, repository),
    commit: hash === undefined ? null : { type: "commit", hash: hash.slice(0, shortHash) },
  });
  return {
    type: "pullrequest",
    id: pull.id,
    title: pull.title,
    description: pull.description,
    rendered: { title: rendered(pull.title), description: rendered(pull.description) },
    summary: rendered(pull.description),
    state: pull.state,
    draft: pull.draft,
    close_source_branch: pull.closeSourceBranch,
    author: userJson(state, pull.author),
    reviewers: pull.reviewers.map((user) => userJson(state, user)),
    participants: [...new Set([...pull.reviewers, ...(pull.approvedBy ?? [])])].map((user) =>
      participantJson(state, pull, user),
    ),
    source: side(pull.headRepository, pull.head, commits.head.get(pull.head)),
    destination: side(state.repository, pull.base, commits.base.get(pull.base)),
    comment_count: pull.comments.length,
    task_count: 0,
    reason: "",
    merge_commit:
      pull.mergeCommit === undefined ? null : { type: "commit", hash: pull.mergeCommit.slice(0, shortHash) },
    closed_by: null,
    created_on: time,
    updated_on: new Date(Date.parse(time) + pull.updates * 1_000).toISOString(),
    links: {
      ...Object.fromEntries(links.map((name) => [name, { href: name === "self" ? api : `${api}/${name}` }])),
      html: { href: pullUrl(state, pull.id) },
    },
  };
}

export function participantJson(state: BitbucketState, pull: BitbucketPull, user: BitbucketUser) {
  const approved = pull.approvedBy?.includes(user) === true;
  return {
    type: "participant",
    user: userJson(state, user),
    role: pull.reviewers.includes(user) ? "REVIEWER" : "PARTICIPANT",
    approved,
    state: approved ? "approved" : null,
    participated_on: approved ? time : null,
  };
}

export function commentJson(state: BitbucketState, pull: BitbucketPull, comment: BitbucketComment) {
  const { id, raw, html = `<p>${raw}</p>`, deleted, pending, user, inline } = comment;
  return {
    type: "pullrequest_comment",
    id,
    deleted,
    content: { type: "rendered", raw: deleted ? "" : raw, markup: "markdown", html: deleted ? "" : html },
    pending,
    user: user === null ? null : userJson(state, user),
    created_on: comment.createdOn,
    updated_on: comment.updatedOn,
    ...(inline === null ? {} : { inline }),
    pullrequest: { type: "pullrequest", id: pull.id, title: pull.title },
    links: {
      self: { href: `${state.url}/2.0/comments/${id}` },
      html: { href: `${pullUrl(state, pull.id)}/_/diff#comment-${id}` },
    },
  };
}

export function statusJson(state: BitbucketState, status: BitbucketCommitStatus) {
  const { commit, key, name, description, refname } = status;
  const repository = shortRepositoryJson(state, state.repository);
  const href = `${repository.links.self.href}/commit/${commit}`;
  return {
    type: "build",
    state: status.state,
    key,
    name,
    description,
    url: status.url ?? "https://ci.example.com/1",
    refname,
    repository,
    commit: { type: "commit", hash: commit },
    created_on: time,
    updated_on: time,
    links: { commit: { href }, self: { href: `${href}/statuses/build/${key}` } },
  };
}
