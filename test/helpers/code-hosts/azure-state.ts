import { join } from "node:path";
import { gitNamespace } from "../../../src/code-hosts/azure-devops/git-permissions.ts";
import { git } from "../git-fixture.ts";

export interface AzureUser {
  id: string;
  /** Shown to people; the account is `{name}@example.com`. */
  name: string;
  isActive: boolean;
  /** A team. */
  isContainer: boolean;
}

export interface AzureRepository {
  id: string;
  name: string;
  /** Bare. */
  folder: string;
  parent: AzureRepository | null;
  /** How often one has to look until the branches of a fork are copied. */
  looksUntilFilled: number;
}

export interface AzureComment {
  id: number;
  /** Name of a user; null: the host itself. */
  author: string | null;
  content: string;
  isDeleted: boolean;
  /** Default: long ago. */
  publishedDate?: string;
}

/** Where a thread stands: lines of the new file, or of the old one. */
export interface AzurePlace {
  path: string;
  side: "right" | "left";
  from: number;
  to: number;
}

export interface AzureThread {
  id: number;
  status: string | null;
  comments: AzureComment[];
  place?: AzurePlace;
}

/** Given to a commit, or to a pull request. */
export interface AzureStatus {
  id: number;
  state: "pending" | "succeeded" | "failed" | "error";
  genre: string;
  name: string;
  description: string;
  targetUrl: string;
  creationDate: string;
  commit?: string;
  iterationId?: number;
}

/** What somebody has pushed at once. */
export interface AzureIteration {
  id: number;
  commit: string;
  createdDate: string;
}

export interface AzureBuild {
  id: number;
  pipeline: string;
  /** `refs/pull/12/merge` for a pull request. */
  sourceBranch: string;
  /** What is built; of a pull request, the merge. */
  sourceVersion: string;
  /** Null while it runs. */
  result: "succeeded" | "failed" | "canceled" | null;
  /** Of a pull request: what is merged. */
  source: { branch: string; commit: string } | null;
}

export interface AzurePull {
  number: number;
  author: string;
  title: string;
  description: string;
  source: string;
  sourceRepository: AzureRepository;
  target: string;
  status: "active" | "abandoned" | "completed";
  mergeCommit?: string;
  /** By the reviewer's id. */
  votes?: Map<string, number>;
  /** The two commits that were last tried. */
  tried?: string;
  /** What the host does in the background, from the next look on. */
  completing?: { isSquash: boolean; message: string };
  /** Why it was not completed. */
  rejection?: string;
  isDraft: boolean;
  labels: string[];
  /** Ids. */
  reviewers: string[];
  threads: AzureThread[];
  statuses: AzureStatus[];
  /** Null: one, of the branch as it is. */
  iterations: AzureIteration[] | null;
}

/** Bits of the security namespace of git. */
export const bits = {
  read: 2,
  contribute: 4,
  createBranch: 16,
  createRepository: 256,
  contributeToPulls: 16_384,
};

export type AzureScope = "code" | "code_write" | "code_manage" | "identity" | "build";

/** What one organization or collection has, changed by the fake's answers and by the tests. */
export interface AzureState {
  url: string;
  /** Decoded path of the collection: "/acme". */
  base: string;
  project: { id: string; name: string };
  root: string;
  users: AzureUser[];
  repository: AzureRepository;
  forks: AzureRepository[];
  pulls: AzurePull[];
  builds: AzureBuild[];
  /** Of commits. */
  statuses: AzureStatus[];
  /** By name; what groups give is in it. */
  permissions: Map<string, number>;
  /** What is denied in spite of that. */
  denied: Map<string, number>;
  token: string;
  scopes: Set<AzureScope>;
  isRevoked: boolean;
  refusesPushes: boolean;
  /** Why nothing may be completed. */
  protection: string | null;
  /** Labels that the organization refuses. */
  refusedLabels: Set<string>;
  nextId: number;
}

/** Of the credentials. */
export const bot = "bot";
export { gitNamespace };

const writing = bits.read | bits.contribute | bits.createBranch | bits.contributeToPulls;

export function makeAzureState(options: {
  base: string;
  project: string;
  root: string;
  folder: string;
}): AzureState {
  const { base, project, root, folder } = options;
  const names = [bot, "writer", "reader", "reviewer", "reviewer-of-others"];
  return {
    url: "",
    base,
    project: { id: guid(900), name: project },
    root,
    users: [
      ...names.map((name, at) => ({ id: guid(at + 1), name, isActive: true, isContainer: false })),
      { id: guid(50), name: `[${project}]\\Writers`, isActive: true, isContainer: true },
    ],
    repository: { id: guid(901), name: "docs", folder, parent: null, looksUntilFilled: 0 },
    forks: [],
    pulls: [],
    builds: [],
    statuses: [],
    permissions: new Map([
      [bot, writing | bits.createRepository],
      ["writer", writing],
      ["reviewer", writing],
      ["reviewer-of-others", bits.read],
      ["reader", bits.read | bits.contributeToPulls],
    ]),
    denied: new Map(),
    token: "azure0123456789abcdefghijklmnopqrstuvwxyz0123456789ab",
    scopes: new Set(["code", "code_write", "code_manage", "identity", "build"]),
    isRevoked: false,
    refusesPushes: false,
    protection: null,
    refusedLabels: new Set(),
    nextId: 100,
  };
}

export function guid(number: number): string {
  return `${String(number).padStart(8, "0")}-7f56-4969-bfd4-3e59774c75ad`;
}

export function newId(state: AzureState): number {
  state.nextId += 1;
  return state.nextId;
}

export function findUser(state: AzureState, name: string): AzureUser | undefined {
  return state.users.find((user) => user.name === name);
}

export function descriptorOf({ name, isContainer }: AzureUser): string {
  return isContainer
    ? `Microsoft.TeamFoundation.Identity;S-1-9-1551374245-${name.length}`
    : `Microsoft.IdentityModel.Claims.ClaimsIdentity;7a394543-62fd-4274-a7d2-8fac775942b6\\${name}@example.com`;
}

export function isAllowed(state: AzureState, name: string, permission: number): boolean {
  return ((state.permissions.get(name) ?? 0) & ~(state.denied.get(name) ?? 0) & permission) === permission;
}

/** By name, case aside, or by id. */
export function findRepository(state: AzureState, nameOrId: string): AzureRepository | undefined {
  return [state.repository, ...state.forks].find(
    ({ id, name }) => id === nameOrId || name.toLowerCase() === nameOrId.toLowerCase(),
  );
}

export function addPull(
  state: AzureState,
  pull: Pick<AzurePull, "author" | "title" | "description" | "source" | "sourceRepository" | "target">,
): AzurePull {
  const number = newId(state);
  const joined = { id: 1, author: null, content: `${pull.author} joined as a reviewer`, isDeleted: false };
  const added: AzurePull = {
    ...pull,
    number,
    status: "active",
    isDraft: false,
    labels: [],
    reviewers: [],
    threads: [{ id: newId(state), status: null, comments: [joined] }],
    statuses: [],
    iterations: null,
  };
  state.pulls.push(added);
  return added;
}

/** Begins a thread, now. */
export function addThread(
  state: AzureState,
  pull: AzurePull,
  said: {
    status: string | null;
    comments: readonly { author: string; content: string }[];
    place?: AzurePlace;
  },
): AzureThread {
  const publishedDate = new Date().toISOString();
  const comments = said.comments.map((comment, at) => ({
    ...comment,
    id: at + 1,
    isDeleted: false,
    publishedDate,
  }));
  const thread = { ...said, id: newId(state), comments };
  pull.threads.push(thread);
  return thread;
}

/** Makes the repository of a fork, with everything that its parent has. */
export async function addFork(
  state: AzureState,
  { name, parent }: { name: string; parent: AzureRepository },
): Promise<AzureRepository> {
  const folder = join(state.root, name);
  await git(state.root, ["clone", "--quiet", "--bare", parent.folder, folder]);
  const fork = { id: guid(newId(state)), name, folder, parent, looksUntilFilled: 2 };
  state.forks.push(fork);
  return fork;
}
