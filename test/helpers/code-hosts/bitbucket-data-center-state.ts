import type { Insights } from "./bitbucket-state.ts";
export interface DataCenterUser {
  id: number;
  name: string;
  active: boolean;
}

export interface DataCenterRepository {
  id: number;
  /** `ACME`, `~BOT` */
  key: string;
  slug: string;
  folder: string;
  origin: DataCenterRepository | null;
  owner: DataCenterUser | null;
  /** How often it must be asked for until it is available. */
  initialisingLooks: number;
}

export interface DataCenterComment {
  id: number;
  version: number;
  text: string;
  author: DataCenterUser;
  /** When it was written, in milliseconds. */
  createdMs: number;
  /** When others could first read it. */
  toldMs: number;
  /** Where the thread is; null for a general one, and of an answer. */
  anchor: DataCenterAnchor | null;
  state: "OPEN" | "PENDING" | "RESOLVED";
  threadResolved: boolean;
  answers: DataCenterComment[];
}

export interface DataCenterAnchor {
  path: string;
  /** Absent for a comment on a whole file. */
  line?: number;
  lineType?: "ADDED" | "REMOVED" | "CONTEXT";
}

export interface DataCenterBuild {
  commit: string;
  key: string;
  name: string | null;
  state: "FAILED" | "SUCCESSFUL" | "INPROGRESS" | "CANCELLED" | "UNKNOWN";
  description: string;
  url: string;
}

export interface DataCenterPull {
  id: number;
  version: number;
  title: string;
  description: string;
  base: string;
  head: string;
  headRepository: DataCenterRepository;
  state: "OPEN" | "MERGED" | "DECLINED";
  draft: boolean;
  mergeCommit?: string;
  approvedBy?: DataCenterUser[];
  /** The two commits that were last tried. */
  tried?: string;
  author: DataCenterUser;
  reviewers: DataCenterUser[];
  comments: DataCenterComment[];
}

export type Permission = "REPO_ADMIN" | "REPO_WRITE" | "REPO_READ";

export interface DataCenterState {
  url: string;
  /** Path of the instance, e.g. "/bitbucket"; empty when it has none. */
  base: string;
  root: string;
  token: string;
  isRevoked: boolean;
  /** What the token is good for, whatever its owner may do. */
  tokenPermission: Permission;
  /** Null: of the repository, no person's. */
  tokenOwner: DataCenterUser | null;
  refusesPushes: boolean;
  /** Why nothing may be merged. */
  protection: string | null;
  /** Instances before 8.18 know no drafts and ignore the field; others may have them switched off. */
  drafts: "on" | "off" | "unknown";
  users: DataCenterUser[];
  /** Of the repository "ACME/docs", by name. */
  permissions: Map<string, Permission>;
  defaultReviewers: DataCenterUser[];
  repository: DataCenterRepository;
  repositories: DataCenterRepository[];
  pulls: DataCenterPull[];
  /** The newest last. */
  builds: DataCenterBuild[];
  insights: Insights[];
  /** Comments and builds are refused. */
  withholdsReading: boolean;
  nextId: number;
}

export function makeDataCenterState(made: { base: string; root: string; folder: string }): DataCenterState {
  const { base, root, folder } = made;
  const users = ["bot", "writer", "reader", "reviewer"].map((name, at) => ({
    id: at + 1,
    name,
    active: true,
  }));
  const repository: DataCenterRepository = {
    id: 84,
    key: "ACME",
    slug: "docs",
    folder,
    origin: null,
    owner: null,
    initialisingLooks: 0,
  };
  return {
    url: "",
    base,
    root,
    token: "BBDC-the-token-of-the-bot",
    isRevoked: false,
    tokenPermission: "REPO_WRITE",
    tokenOwner: users[0]!,
    refusesPushes: false,
    protection: null,
    drafts: "on",
    users,
    permissions: new Map([
      ["bot", "REPO_WRITE"],
      ["writer", "REPO_WRITE"],
      ["reader", "REPO_READ"],
      ["reviewer", "REPO_WRITE"],
    ]),
    defaultReviewers: [],
    repository,
    repositories: [repository],
    pulls: [],
    builds: [],
    insights: [],
    withholdsReading: false,
    nextId: 1000,
  };
}

/** A comment of now, unless `made` says otherwise. */
export function newComment(
  state: DataCenterState,
  made: Pick<DataCenterComment, "author" | "text"> & Partial<DataCenterComment>,
): DataCenterComment {
  state.nextId += 1;
  const createdMs = made.createdMs ?? Date.now();
  return {
    id: state.nextId,
    version: 0,
    createdMs,
    toldMs: createdMs,
    anchor: null,
    state: "OPEN",
    threadResolved: false,
    answers: [],
    ...made,
  };
}

const ranks: Permission[] = ["REPO_READ", "REPO_WRITE", "REPO_ADMIN"];

export function isAtLeast(permission: Permission | undefined, wanted: Permission): boolean {
  return permission !== undefined && ranks.indexOf(permission) >= ranks.indexOf(wanted);
}

/** What the token may do in a repository. */
export function permissionIn(state: DataCenterState, { owner }: DataCenterRepository): Permission {
  if (state.tokenPermission === "REPO_READ") return "REPO_READ";
  if (owner !== null && owner === state.tokenOwner) return "REPO_ADMIN";
  if (state.refusesPushes) return "REPO_READ";
  return state.tokenOwner === null ? state.tokenPermission : state.permissions.get(state.tokenOwner.name)!;
}

export function findUser({ users }: DataCenterState, name: string): DataCenterUser | undefined {
  return users.find((user) => user.name.toLowerCase() === name.toLowerCase());
}

export function findPull({ pulls }: DataCenterState, id: string | number): DataCenterPull | undefined {
  return pulls.find((pull) => String(pull.id) === String(id));
}

export function findRepository(
  { repositories }: DataCenterState,
  key: string,
  slug: string,
): DataCenterRepository | undefined {
  return repositories.find(
    (one) => one.key.toLowerCase() === key.toLowerCase() && one.slug.toLowerCase() === slug.toLowerCase(),
  );
}

export function addPull(
  state: DataCenterState,
  made: Pick<DataCenterPull, "title" | "description" | "base" | "head"> & Partial<DataCenterPull>,
): DataCenterPull {
  const pull: DataCenterPull = {
    id: state.pulls.length + 1,
    version: 0,
    headRepository: state.repository,
    state: "OPEN",
    draft: false,
    author: state.tokenOwner ?? state.users[0]!,
    reviewers: [],
    comments: [],
    ...made,
  };
  state.pulls.push(pull);
  return pull;
}
