import { branchCommit } from "./branch-commits.ts";

export interface GitlabUser {
  id: number;
  username: string;
}

export interface GitlabProject {
  id: number;
  /** With its groups. */
  path: string;
  /** Bare. */
  folder: string;
  forkedFrom: GitlabProject | null;
  /** How often the fork is seen before its repository is copied. */
  copyPolls: number;
}

export interface GitlabNote {
  id: number;
  author: GitlabUser;
  body: string;
  system: boolean;
  /** When it was written. Default: long ago. */
  at?: string;
  /** Seen by members only. */
  internal?: boolean;
  place?: { path: string; line: number };
}

export interface GitlabJob {
  id: number;
  name: string;
  status: "failed" | "success" | "running";
  allowFailure?: boolean;
  /** Another one came after it. */
  retried?: boolean;
}

/** What others have said of a commit. */
export interface GitlabStatus {
  id: number;
  name: string;
  status: string;
  description: string;
  targetUrl: string;
}

export interface GitlabPipeline {
  id: number;
  /** Told by the API, beside the jobs. */
  statuses?: GitlabStatus[];
  ref: string;
  sha: string;
  jobs: GitlabJob[];
}

export interface GitlabMergeRequest {
  id: number;
  iid: number;
  author: GitlabUser;
  title: string;
  description: string;
  source: GitlabProject;
  sourceBranch: string;
  targetBranch: string;
  state: "opened" | "closed" | "merged" | "locked";
  mergeCommit?: string;
  approvedBy?: GitlabUser[];
  /** The two commits that were last tried. */
  tried?: string;
  removeSourceBranch: boolean;
  labels: string[];
  reviewers: GitlabUser[];
  assignees: GitlabUser[];
  notes: GitlabNote[];
}

/** Of the project itself, of a group above it, or of another group that was invited. */
export type Membership = "project" | "group" | "invitation";

/** What one instance has, changed by the fake's answers and by the tests. */
export interface GitlabState {
  /** Where it listens, with the path that it lives below. */
  url: string;
  /** Path that it lives below: "" or "/gitlab". */
  base: string;
  /** The address that it gives itself, which is not where it is reached. */
  externalUrl: string;
  /** Folder of the repositories. */
  root: string;
  users: GitlabUser[];
  project: GitlabProject;
  forks: GitlabProject[];
  /** Access levels by username, and where they come from. */
  levels: Map<string, { level: number; by: Membership }>;
  /** Of the project. */
  labels: Set<string>;
  mergeRequests: GitlabMergeRequest[];
  /** Oldest first. */
  pipelines: GitlabPipeline[];
  /** False: the project has CI/CD switched off. */
  hasPipelines: boolean;
  token: string;
  tokenKind: "access" | "oauth";
  scopes: Set<string>;
  isRevoked: boolean;
  refusesPushes: boolean;
  /** Why nothing may be merged. */
  protection: string | null;
  /** The next ones are refused although the branch is there: it was pushed a moment ago. */
  unseenBranches: number;
  /** As in releases that do not look whether the branches are there. */
  takesMissingBranches: boolean;
  /** False: two were asked for at the same moment, and neither saw the other. */
  seesDuplicates: boolean;
  /** Refuses changes of these fields, as a plan or a role may. */
  refusedFields: Set<string>;
  nextId: number;
}

/** Of the credentials. */
export const bot = "bot";

export const developer = 30;

export function makeGitlabState(options: {
  base: string;
  path: string;
  root: string;
  folder: string;
  tokenKind: "access" | "oauth";
}): GitlabState {
  const { base, path, root, folder, tokenKind } = options;
  const by = path.split("/").length > 2 ? "group" : "project";
  return {
    url: "",
    base,
    externalUrl: `https://gitlab.example.com${base}`,
    root,
    users: [bot, "writer", "reader", "reviewer"].map((username, at) => ({ id: at + 2, username })),
    project: { id: 41, path, folder, forkedFrom: null, copyPolls: 0 },
    forks: [],
    levels: new Map([
      [bot, { level: developer, by }],
      ["writer", { level: developer, by: "group" }],
      ["reader", { level: 20, by: "project" }],
      ["reviewer", { level: 40, by: "project" }],
    ]),
    labels: new Set(["docs", "automated"]),
    mergeRequests: [],
    pipelines: [],
    hasPipelines: true,
    token: tokenKind === "oauth" ? "0f".repeat(32) : "glpat-0123456789abcdefghij",
    tokenKind,
    scopes: new Set(["api"]),
    isRevoked: false,
    refusesPushes: false,
    protection: null,
    unseenBranches: 0,
    takesMissingBranches: false,
    seesDuplicates: true,
    refusedFields: new Set(),
    nextId: 1_000,
  };
}

export function newId(state: GitlabState): number {
  state.nextId += 1;
  return state.nextId;
}

export function addMergeRequest(
  state: GitlabState,
  made: Pick<
    GitlabMergeRequest,
    "author" | "title" | "description" | "source" | "sourceBranch" | "targetBranch"
  > &
    Partial<GitlabMergeRequest>,
): GitlabMergeRequest {
  const iid = state.mergeRequests.length + 1;
  const added: GitlabMergeRequest = {
    id: newId(state),
    iid,
    state: "opened",
    removeSourceBranch: true,
    labels: [],
    reviewers: [],
    assignees: [],
    notes: [],
    ...made,
  };
  state.mergeRequests.push(added);
  return added;
}

export function findUser(state: GitlabState, username: string): GitlabUser | undefined {
  return state.users.find((user) => user.username.toLowerCase() === username.toLowerCase());
}

/** Of the credentials' owner or another user in a project; 0 for none. */
export function levelIn(state: GitlabState, project: GitlabProject, username: string): number {
  if (project !== state.project) return project.path.startsWith(`${username}/`) ? 50 : 0;
  return state.levels.get(username)?.level ?? 0;
}

/** By id or by path. */
export function findProject(state: GitlabState, id: string): GitlabProject | undefined {
  return [state.project, ...state.forks].find(
    (project) => String(project.id) === id || project.path.toLowerCase() === id.toLowerCase(),
  );
}

export function isDraft(title: string): boolean {
  return /^(\[draft\]|\(draft\)|draft:)/i.test(title);
}

export async function commitOf({ folder }: GitlabProject, branch: string): Promise<string | null> {
  return branchCommit(folder, branch);
}
