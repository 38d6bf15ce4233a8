import { createHash } from "node:crypto";
import { join } from "node:path";

export interface BitbucketUser {
  uuid: string;
  nickname: string;
  displayName: string;
  accountId: string;
}

export interface BitbucketRepository {
  workspace: string;
  slug: string;
  folder: string;
  parent: BitbucketRepository | null;
  uuid: string;
  isPrivate: boolean;
  /** How often its branches must be asked for until they are there. */
  emptyLooks: number;
}

export interface BitbucketPlace {
  path: string;
  /** Line of the old file. */
  from: number | null;
  /** Line of the new file. */
  to: number | null;
}

export interface BitbucketComment {
  id: number;
  /** Null when the account is gone. */
  user: BitbucketUser | null;
  raw: string;
  /** As the host renders it; absent for a paragraph. */
  html?: string;
  inline: BitbucketPlace | null;
  deleted: boolean;
  /** Of a review that is not published. */
  pending: boolean;
  createdOn: string;
  updatedOn: string;
}

/** Of a build. */
export interface BitbucketCommitStatus {
  commit: string;
  /** One for each commit. */
  key: string;
  state: "INPROGRESS" | "SUCCESSFUL" | "FAILED" | "STOPPED";
  name: string;
  description: string;
  refname: string | null;
  url?: string;
}

export interface BitbucketPull {
  id: number;
  title: string;
  description: string;
  base: string;
  head: string;
  headRepository: BitbucketRepository;
  state: "OPEN" | "MERGED" | "DECLINED" | "SUPERSEDED";
  draft: boolean;
  closeSourceBranch: boolean;
  mergeCommit?: string;
  approvedBy?: BitbucketUser[];
  author: BitbucketUser;
  reviewers: BitbucketUser[];
  comments: BitbucketComment[];
  updates: number;
}

export type Permission = "admin" | "write" | "read";

/** Code Insights of a commit. */
export interface Insights {
  commit: string;
  key: string;
  result: string;
  annotations: { id: string; path: string; line: number; text: string }[];
}

export interface BitbucketState {
  url: string;
  root: string;
  /** `api-token` is a person's and goes with the e-mail address. */
  credential: "api-token" | "access-token";
  email: string;
  token: string;
  isRevoked: boolean;
  scopes: Set<string>;
  refusesPushes: boolean;
  /** Why nothing may be merged. */
  protection: string | null;
  users: BitbucketUser[];
  /** Of the workspace "acme". */
  members: BitbucketUser[];
  /** Of the repository, by UUID. */
  permissions: Map<string, Permission>;
  defaultReviewers: BitbucketUser[];
  /** Accounts that are closed. */
  inactive: Set<string>;
  hasOwnWorkspace: boolean;
  repository: BitbucketRepository;
  repositories: BitbucketRepository[];
  pulls: BitbucketPull[];
  statuses: BitbucketCommitStatus[];
  insights: Insights[];
  nextId: number;
}

/** What is needed for everything that Copydesk does, by the names of API tokens. */
export const apiTokenScopes = [
  "read:user:bitbucket",
  "read:workspace:bitbucket",
  "read:repository:bitbucket",
  "write:repository:bitbucket",
  "admin:repository:bitbucket",
  "read:pullrequest:bitbucket",
  "write:pullrequest:bitbucket",
];

/** The same for access tokens, of which one holds another. */
export const accessTokenScopes = ["repository:write", "repository:admin", "pullrequest:write"];

export function makeBitbucketState(root: string, folder: string): BitbucketState {
  const [bot, writer, reader, reviewer] = ["bot", "writer", "reader", "reviewer"].map((name) =>
    makeUser(name),
  ) as [BitbucketUser, BitbucketUser, BitbucketUser, BitbucketUser];
  const repository = makeRepository({ workspace: "acme", slug: "docs", folder, parent: null });
  return {
    url: "",
    root,
    credential: "api-token",
    email: "bot@example.com",
    token: "ATATT3xFfGF0-the-token-of-the-bot",
    isRevoked: false,
    scopes: new Set(apiTokenScopes),
    refusesPushes: false,
    protection: null,
    users: [bot, writer, reader, reviewer],
    members: [bot, writer, reader, reviewer],
    permissions: new Map([
      [bot.uuid, "admin"],
      [writer.uuid, "write"],
      [reader.uuid, "read"],
      [reviewer.uuid, "write"],
    ]),
    defaultReviewers: [],
    inactive: new Set(),
    hasOwnWorkspace: true,
    repository,
    repositories: [repository],
    pulls: [],
    statuses: [],
    insights: [],
    nextId: 1000,
  };
}

export function makeUser(name: string, nickname = name): BitbucketUser {
  return {
    uuid: uuidOf(`user ${name}`),
    nickname,
    displayName: `${name} of Acme`,
    accountId: `712020:${uuidOf(`account ${name}`).slice(1, -1)}`,
  };
}

export function makeRepository(
  made: Pick<BitbucketRepository, "workspace" | "slug" | "folder" | "parent"> & Partial<BitbucketRepository>,
): BitbucketRepository {
  return {
    uuid: uuidOf(`repository ${made.workspace}/${made.slug}`),
    isPrivate: true,
    emptyLooks: 0,
    ...made,
  };
}

export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex];
  return `{${a}-${b}-${c}-${d}-${e.slice(20, 32)}}`;
}

export function ownerOf({ users }: BitbucketState): BitbucketUser {
  return users[0]!;
}

export function folderOf(state: BitbucketState, workspace: string, slug: string): string {
  return join(state.root, workspace, `${slug}.git`);
}

export function addPull(
  state: BitbucketState,
  made: Pick<BitbucketPull, "title" | "description" | "base" | "head"> & Partial<BitbucketPull>,
): BitbucketPull {
  const pull: BitbucketPull = {
    id: state.pulls.length + 1,
    headRepository: state.repository,
    state: "OPEN",
    draft: false,
    closeSourceBranch: false,
    author: ownerOf(state),
    reviewers: [],
    comments: [],
    updates: 0,
    ...made,
  };
  state.pulls.push(pull);
  return pull;
}

/** One that is said now. */
export function makeComment(
  state: BitbucketState,
  said: Pick<BitbucketComment, "user" | "raw"> & Partial<BitbucketComment>,
): BitbucketComment {
  state.nextId += 1;
  const now = new Date().toISOString();
  const fresh = { inline: null, deleted: false, pending: false, createdOn: now, updatedOn: now };
  return { id: state.nextId, ...fresh, ...said };
}

export function findPull({ pulls }: BitbucketState, id: string | number): BitbucketPull | undefined {
  return pulls.find((pull) => String(pull.id) === String(id));
}
