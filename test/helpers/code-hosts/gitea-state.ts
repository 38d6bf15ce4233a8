export type GiteaFlavour = "gitea" | "forgejo";

export interface GiteaUser {
  id: number;
  login: string;
}

export interface GiteaRepository {
  id: number;
  owner: string;
  name: string;
  /** Bare. */
  folder: string;
  /** What it is a fork of. */
  parent: GiteaRepository | null;
}

export interface GiteaLabel {
  id: number;
  name: string;
  /** Of the organisation instead of the repository. */
  ofOrganisation: boolean;
}

export interface GiteaComment {
  id: number;
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export interface GiteaLineComment {
  /** Counted with those of `GiteaComment`. */
  id: number;
  author: string;
  body: string;
  path: string;
  /** Of the new file; below zero: of the old one. */
  line: number;
  createdAt: string;
  resolver: string | null;
}

export interface GiteaReview {
  id: number;
  author: string;
  state: "PENDING" | "COMMENT" | "APPROVED" | "REQUEST_CHANGES" | "REQUEST_REVIEW";
  body: string;
  dismissed: boolean;
  /** When it was begun. */
  createdAt: string;
  updatedAt: string;
  comments: GiteaLineComment[];
}

export interface GiteaStatus {
  commit: string;
  context: string;
  state: "pending" | "success" | "error" | "failure" | "warning" | "skipped";
  description: string;
  targetUrl: string;
}

export interface GiteaPull {
  id: number;
  number: number;
  author: string;
  title: string;
  body: string;
  base: string;
  head: string;
  headRepository: GiteaRepository;
  state: "open" | "closed";
  merged: boolean;
  mergeCommit?: string;
  /** The two commits that were last tried. */
  tried?: string;
  labels: number[];
  reviewers: string[];
  assignees: string[];
  comments: GiteaComment[];
  reviews: GiteaReview[];
}

export interface GiteaTeam {
  name: string;
  permission: "none" | "read" | "write" | "admin" | "owner";
  units: Record<string, string>;
  members: string[];
}

export type GiteaPermission = "none" | "read" | "write" | "admin" | "owner";

/** What one instance has, changed by the fake's answers and by the tests. */
export interface GiteaState {
  flavour: GiteaFlavour;
  url: string;
  /** Path of the instance, "" or "/gitea". */
  base: string;
  root: string;
  users: GiteaUser[];
  repository: GiteaRepository;
  forks: GiteaRepository[];
  /** Repositories that have nothing to do with it, as `owner/name`. */
  strangers: Set<string>;
  labels: GiteaLabel[];
  pulls: GiteaPull[];
  /** Of commits, the oldest first. */
  statuses: GiteaStatus[];
  /** Null: the repository belongs to a person. */
  teams: GiteaTeam[] | null;
  /** Of collaborators. */
  permissions: Map<string, GiteaPermission>;
  token: string;
  /** `write` includes `read`. */
  scopes: Set<string>;
  isRevoked: boolean;
  /** Why nothing may be merged. */
  protection: string | null;
  /** So busy that no pull request is tried yet. */
  isBusy: boolean;
  takesPullRequests: boolean;
  pageMax: number;
  nextId: number;
}

/** Of the credentials. */
export const bot = "bot";

export function makeGiteaState(options: {
  flavour: GiteaFlavour;
  base: string;
  root: string;
  folder: string;
}): GiteaState {
  const { flavour, base, root, folder } = options;
  return {
    flavour,
    url: "",
    base,
    root,
    users: ["acme", bot, "writer", "reader", "reviewer"].map((login, at) => ({ id: at + 1, login })),
    repository: { id: 1, owner: "acme", name: "docs", folder, parent: null },
    forks: [],
    strangers: new Set(),
    labels: ["docs", "automated"].map((name, at) => ({ id: at + 11, name, ofOrganisation: false })),
    pulls: [],
    statuses: [],
    teams: [{ name: "Owners", permission: "owner", units: { "repo.code": "owner" }, members: [] }],
    permissions: new Map([
      [bot, "write"],
      ["writer", "write"],
      ["reviewer", "write"],
      ["reader", "read"],
    ]),
    token: `${flavour}-0123456789abcdef0123456789abcdef01234567`,
    scopes: new Set(["write:repository", "write:issue", "read:user"]),
    isRevoked: false,
    protection: null,
    isBusy: false,
    takesPullRequests: true,
    pageMax: 50,
    nextId: 100,
  };
}

/** As the host keeps times: in seconds. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+/, "");
}

export function newComment(state: GiteaState, author: string, body: string): GiteaComment {
  return { id: newId(state), author, body, createdAt: now(), updatedAt: now() };
}

/** One that was handed in now, unless `made` says otherwise. */
export function addReview(
  state: GiteaState,
  pull: GiteaPull,
  made: Partial<Omit<GiteaReview, "comments">> & {
    author: string;
    comments: (Pick<GiteaLineComment, "path" | "line" | "body"> & Partial<GiteaLineComment>)[];
  },
): GiteaReview {
  const { author } = made;
  const times = { createdAt: now(), updatedAt: now() };
  const review: GiteaReview = {
    id: newId(state),
    state: "COMMENT",
    body: "",
    dismissed: false,
    ...times,
    ...made,
    comments: made.comments.map((said) => ({
      id: newId(state),
      author,
      createdAt: now(),
      resolver: null,
      ...said,
    })),
  };
  pull.reviews.push(review);
  return review;
}

export function newId(state: GiteaState): number {
  state.nextId += 1;
  return state.nextId;
}

/** Pull requests and issues count together; there are no issues. */
export function addPull(
  state: GiteaState,
  pull: Pick<GiteaPull, "author" | "title" | "body" | "base" | "head" | "headRepository">,
): GiteaPull {
  const lists = { labels: [], reviewers: [], assignees: [], comments: [], reviews: [] };
  const number = state.pulls.length + 1;
  const added: GiteaPull = { ...pull, ...lists, id: newId(state), number, state: "open", merged: false };
  state.pulls.push(added);
  return added;
}

export function findUser(state: GiteaState, login: string): GiteaUser | undefined {
  return state.users.find((user) => user.login.toLowerCase() === login.toLowerCase());
}

/** The higher of what a collaborator and the teams have; of the whole repository. */
export function permissionOf(state: GiteaState, login: string): GiteaPermission {
  const order: GiteaPermission[] = ["none", "read", "write", "admin", "owner"];
  const ofTeams = (state.teams ?? [])
    .filter(({ members }) => members.includes(login))
    .map(({ permission }) => permission);
  const all = [state.permissions.get(login) ?? "none", ...ofTeams];
  if (state.teams === null && login === state.repository.owner) all.push("owner");
  return all.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0]!;
}

/** Who can be assigned: who can write, and members of teams that write anything or read pull requests. */
export function assignableLogins(state: GiteaState): string[] {
  const isWriter = (login: string) => ["write", "admin", "owner"].includes(permissionOf(state, login));
  const ofTeams = (state.teams ?? [])
    .filter(({ permission, units }) => permission !== "none" || Object.keys(units).length > 0)
    .flatMap(({ members }) => members);
  return state.users
    .map(({ login }) => login)
    .filter(
      (login) => (login !== "acme" || state.teams === null) && (isWriter(login) || ofTeams.includes(login)),
    );
}
