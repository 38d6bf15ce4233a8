import { type Addresses, moment, toRepository, toUser } from "./github-fake-objects.ts";
import {
  type FakeComment,
  type FakePull,
  type FakeRepository,
  type FakeState,
  userOf,
} from "./github-fake-state.ts";

type Json = Record<string, unknown>;

/** As in a list. `sha`: the commits of the branches. */
export function toSimplePull(
  state: FakeState,
  addresses: Addresses,
  {
    pull,
    repository,
    sha,
  }: { pull: FakePull; repository: FakeRepository; sha: { base: string; head: string } },
): Json {
  const { api, origin } = addresses;
  const { number, id } = pull;
  const url = `${api}/repos/${repository.owner}/${repository.name}/pulls/${number}`;
  const page = `${origin}/${repository.owner}/${repository.name}/pull/${number}`;
  const issue = url.replace("/pulls/", "/issues/");
  const assignees = pull.assignees.map((login) => toUser(addresses, userOf(state, login)));
  const side = (ref: string, of: FakeRepository, commit: string) => ({
    label: `${of.owner}:${ref}`,
    ref,
    sha: commit,
    user: toUser(addresses, userOf(state, of.owner)),
    repo: toRepository(state, addresses, of),
  });
  const links = {
    self: url,
    html: page,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: url.replace(/\/\d+$/, "/comments{/number}"),
    commits: `${url}/commits`,
    statuses: `${api}/repos/${repository.owner}/${repository.name}/statuses/${sha.head}`,
  };
  return {
    url,
    id,
    node_id: Buffer.from(`PR_${id}`).toString("base64"),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: toUser(addresses, userOf(state, pull.author)),
    body: pull.body,
    labels: pull.labels.map((name, at) => toLabel(addresses, name, at)),
    milestone: null,
    active_lock_reason: null,
    created_at: moment,
    updated_at: moment,
    closed_at: pull.state === "closed" ? moment : null,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit ?? null,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.reviewers.map((login) => toUser(addresses, userOf(state, login))),
    requested_teams: [],
    head: side(pull.head, pull.headRepository, sha.head),
    base: side(pull.base, repository, sha.base),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: "CONTRIBUTOR",
    auto_merge: null,
    draft: pull.draft,
  };
}

export function toPull(...args: Parameters<typeof toSimplePull>): Json {
  const { pull } = args[2];
  return {
    ...toSimplePull(...args),
    merged: pull.mergedAt !== null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: "unknown",
    merged_by: null,
    comments: pull.comments.length,
    review_comments: pull.lineComments.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: 1,
    additions: 1,
    deletions: 1,
    changed_files: 1,
  };
}

export function toLabel({ api }: Addresses, name: string, at: number): Json {
  return {
    id: 200 + at,
    node_id: Buffer.from(`LA_${at}`).toString("base64"),
    url: `${api}/repos/acme/docs/labels/${encodeURIComponent(name)}`,
    name,
    color: "ededed",
    default: false,
    description: "",
  };
}

export function toComment(
  state: FakeState,
  addresses: Addresses,
  { pull, comment }: { pull: FakePull; comment: FakeComment },
): Json {
  const { api, origin } = addresses;
  const { id, author, body, at = moment, changedAt = at } = comment;
  return {
    id,
    node_id: Buffer.from(`IC_${id}`).toString("base64"),
    url: `${api}/repos/acme/docs/issues/comments/${id}`,
    html_url: `${origin}/acme/docs/pull/${pull.number}#issuecomment-${id}`,
    issue_url: `${api}/repos/acme/docs/issues/${pull.number}`,
    body,
    user: author === "" ? null : toUser(addresses, userOf(state, author)),
    created_at: at,
    updated_at: changedAt,
    author_association: "CONTRIBUTOR",
    performed_via_github_app: null,
    reactions: toReactions(`${api}/repos/acme/docs/issues/comments/${id}/reactions`),
  };
}

export function toIssue(state: FakeState, addresses: Addresses, pull: FakePull): Json {
  const { api, origin } = addresses;
  const repository = `${api}/repos/acme/docs`;
  const url = `${repository}/issues/${pull.number}`;
  const page = `${origin}/acme/docs/pull/${pull.number}`;
  const assignees = pull.assignees.map((login) => toUser(addresses, userOf(state, login)));
  return {
    id: pull.id + 1_000_000,
    node_id: Buffer.from(`I_${pull.id}`).toString("base64"),
    url,
    repository_url: repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    number: pull.number,
    state: pull.state,
    title: pull.title,
    body: pull.body ?? "",
    user: toUser(addresses, userOf(state, pull.author)),
    labels: pull.labels.map((name, at) => toLabel(addresses, name, at)),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: pull.comments.length,
    closed_at: pull.state === "closed" ? moment : null,
    created_at: moment,
    updated_at: moment,
    author_association: "CONTRIBUTOR",
    pull_request: {
      url: url.replace("/issues/", "/pulls/"),
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.mergedAt,
    },
    reactions: toReactions(`${url}/reactions`),
  };
}

export function toReactions(url: string): Json {
  const names = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];
  return { url, total_count: 0, ...Object.fromEntries(names.map((name) => [name, 0])) };
}
