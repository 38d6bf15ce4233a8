import type { FakeApp, FakeRepository, FakeState, FakeUser } from "./github-fake-state.ts";
import { userOf } from "./github-fake-state.ts";

/** Base of the API and of the pages. */
export interface Addresses {
  api: string;
  origin: string;
}

type Json = Record<string, unknown>;

export const moment = "2026-01-26T19:01:12Z";

export function toUser({ api, origin }: Addresses, { id, login, type }: FakeUser): Json {
  const url = `${api}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: Buffer.from(`U_${id}`).toString("base64"),
    avatar_url: `${origin}/avatars/${id}`,
    gravatar_id: "",
    url,
    html_url: `${origin}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: "public",
    site_admin: false,
  };
}

export function toOwnUser(addresses: Addresses, user: FakeUser): Json {
  const texts = ["name", "company", "location", "email", "bio", "twitter_username"];
  return {
    ...toUser(addresses, user),
    ...Object.fromEntries(texts.map((name) => [name, null])),
    hireable: null,
    blog: "",
    public_repos: 2,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: moment,
    updated_at: moment,
  };
}

const repositoryLinks = [
  "archive_url:/{archive_format}{/ref}",
  "assignees_url:/assignees{/user}",
  "blobs_url:/git/blobs{/sha}",
  "branches_url:/branches{/branch}",
  "collaborators_url:/collaborators{/collaborator}",
  "comments_url:/comments{/number}",
  "commits_url:/commits{/sha}",
  "compare_url:/compare/{base}...{head}",
  "contents_url:/contents/{+path}",
  "contributors_url:/contributors",
  "deployments_url:/deployments",
  "downloads_url:/downloads",
  "events_url:/events",
  "forks_url:/forks",
  "git_commits_url:/git/commits{/sha}",
  "git_refs_url:/git/refs{/sha}",
  "git_tags_url:/git/tags{/sha}",
  "hooks_url:/hooks",
  "issue_comment_url:/issues/comments{/number}",
  "issue_events_url:/issues/events{/number}",
  "issues_url:/issues{/number}",
  "keys_url:/keys{/key_id}",
  "labels_url:/labels{/name}",
  "languages_url:/languages",
  "merges_url:/merges",
  "milestones_url:/milestones{/number}",
  "notifications_url:/notifications{?since,all,participating}",
  "pulls_url:/pulls{/number}",
  "releases_url:/releases{/id}",
  "stargazers_url:/stargazers",
  "statuses_url:/statuses/{sha}",
  "subscribers_url:/subscribers",
  "subscription_url:/subscription",
  "tags_url:/tags",
  "teams_url:/teams",
  "trees_url:/git/trees{/sha}",
].map((link) => link.split(/:(.*)/s) as [string, string]);

export function toRepository(state: FakeState, addresses: Addresses, repository: FakeRepository): Json {
  const { api, origin } = addresses;
  const { id, owner, name, parent } = repository;
  const url = `${api}/repos/${owner}/${name}`;
  return {
    id,
    node_id: Buffer.from(`R_${id}`).toString("base64"),
    name,
    full_name: `${owner}/${name}`,
    private: true,
    owner: toUser(addresses, userOf(state, owner)),
    html_url: `${origin}/${owner}/${name}`,
    description: null,
    fork: parent !== null,
    url,
    ...Object.fromEntries(repositoryLinks.map(([key, path]) => [key, `${url}${path}`])),
    git_url: `git://${new URL(origin).host}/${owner}/${name}.git`,
    ssh_url: `git@${new URL(origin).hostname}:${owner}/${name}.git`,
    clone_url: `${origin}/${owner}/${name}.git`,
    svn_url: `${origin}/${owner}/${name}`,
    mirror_url: null,
    homepage: null,
    size: 12,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    forks: 0,
    archived: repository.archived,
    disabled: false,
    open_issues_count: 0,
    open_issues: 0,
    license: null,
    allow_forking: true,
    is_template: false,
    visibility: "private",
    default_branch: "main",
    topics: [],
    created_at: moment,
    updated_at: moment,
    pushed_at: moment,
  };
}

/** What one repository is shown as when it is asked for itself. */
export function toFullRepository(
  state: FakeState,
  addresses: Addresses,
  { repository, viewer }: { repository: FakeRepository; viewer: FakeUser | null },
): Json {
  const { parent } = repository;
  const origin = parent === null ? {} : { parent: toRepository(state, addresses, parent) };
  const canPush =
    repository.owner === viewer?.login || ["admin", "maintain", "write"].includes(viewer?.role ?? "");
  return {
    ...toRepository(state, addresses, repository),
    ...origin,
    ...(parent === null ? {} : { source: origin.parent }),
    permissions: { admin: false, maintain: false, push: canPush, triage: canPush, pull: true },
    ...(canPush ? { allow_merge_commit: true, allow_squash_merge: true } : {}),
    network_count: 0,
    subscribers_count: 1,
  };
}

export function toIntegration(state: FakeState, addresses: Addresses, app: FakeApp): Json {
  return {
    id: app.id,
    slug: app.slug,
    node_id: Buffer.from(`A_${app.id}`).toString("base64"),
    owner: toUser(addresses, userOf(state, "acme")),
    name: "Copydesk bot",
    description: "",
    external_url: addresses.origin,
    html_url: `${addresses.origin}/apps/${app.slug}`,
    created_at: moment,
    updated_at: moment,
    permissions: app.installation.permissions,
    events: ["pull_request", "issue_comment"],
  };
}

export function toInstallation(state: FakeState, addresses: Addresses, app: FakeApp): Json {
  const { id, permissions, suspended } = app.installation;
  const { api, origin } = addresses;
  return {
    id,
    account: toUser(addresses, userOf(state, "acme")),
    repository_selection: "selected",
    access_tokens_url: `${api}/app/installations/${id}/access_tokens`,
    repositories_url: `${api}/installation/repositories`,
    html_url: `${origin}/organizations/acme/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: userOf(state, "acme").id,
    target_type: "Organization",
    permissions,
    events: ["pull_request", "issue_comment"],
    created_at: moment,
    updated_at: moment,
    single_file_name: null,
    suspended_at: suspended ? moment : null,
    suspended_by: suspended ? toUser(addresses, userOf(state, "administrator")) : null,
  };
}
