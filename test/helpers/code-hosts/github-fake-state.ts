import { createPublicKey, type KeyObject } from "node:crypto";

export type Access = "read" | "write";

export interface FakeUser {
  id: number;
  login: string;
  type: "User" | "Organization" | "Bot";
  /** In acme/docs. */
  role: "admin" | "maintain" | "write" | "triage" | "read" | null;
}

export interface FakeRepository {
  id: number;
  owner: string;
  name: string;
  /** Bare repository. */
  folder: string;
  parent: FakeRepository | null;
  /** How often its branches are still not there: forks are copied after the answer. */
  copying: number;
  hasDrafts: boolean;
  archived: boolean;
}

export interface FakeComment {
  id: number;
  /** Empty for an account that is gone. */
  author: string;
  body: string;
  /** When it was written. Default: long ago. */
  at?: string;
  /** Default: not. */
  changedAt?: string;
}

export interface FakeReview extends FakeComment {
  state: "APPROVED" | "COMMENTED" | "CHANGES_REQUESTED" | "DISMISSED" | "PENDING";
}

export interface FakeLineComment extends FakeComment {
  path: string;
  line: number;
  /** Id of the review. */
  review: number;
}

export interface FakeSuite {
  id: number;
  commit: string;
  branch: string;
  /** Name of the App. */
  app: string;
  conclusion: "failure" | null;
}

export interface FakeCheckRun {
  id: number;
  suite: FakeSuite;
  name: string;
  text: string;
  conclusion: "failure" | "success" | "neutral" | null;
  /** Of one that was made by the API. */
  made?: { externalId: string; url: string; annotations: number };
}

export interface FakeStatus {
  id: number;
  commit: string;
  context: string;
  state: string;
  description: string;
  url?: string;
}

export interface FakePull {
  id: number;
  number: number;
  author: string;
  title: string;
  body: string | null;
  base: string;
  head: string;
  headRepository: FakeRepository;
  state: "open" | "closed";
  mergedAt: string | null;
  mergeCommit?: string;
  /** The two commits that GitHub last tried to merge. */
  tried?: string;
  draft: boolean;
  maintainerCanModify: boolean;
  labels: string[];
  reviewers: string[];
  teams: string[];
  assignees: string[];
  comments: FakeComment[];
  reviews: FakeReview[];
  lineComments: FakeLineComment[];
}

/** Someone who may use the API or git. */
export interface FakeCredentials {
  kind: "fine-grained" | "classic" | "installation";
  login: string;
  /** Of a fine-grained token and of an App's installation. */
  permissions: Record<string, Access | undefined>;
  /** Of a classic token. */
  scopes: string[];
  endsAt: number;
}

export interface FakeApp {
  id: number;
  slug: string;
  publicKey: KeyObject;
  installation: {
    id: number;
    permissions: Record<string, Access | undefined>;
    /** Repositories it is installed on. */
    repositories: string[];
    suspended: boolean;
    /** How long its tokens last. */
    tokenMs: number;
  };
}

export interface FakeState {
  users: Map<string, FakeUser>;
  teams: string[];
  repositories: FakeRepository[];
  /** Old name → the repository that has another one now. */
  moved: Map<string, FakeRepository>;
  labels: string[];
  pulls: FakePull[];
  suites: FakeSuite[];
  /** Oldest first, replaced ones too, as the statuses. */
  runs: FakeCheckRun[];
  statuses: FakeStatus[];
  tokens: Map<string, FakeCredentials>;
  app: FakeApp | null;
  /** Codes of the manifest flow that were not used yet. */
  manifestCodes: Set<string>;
  /** What may not be pushed to by git although it may be read. */
  readOnly: boolean;
  /** Why nothing may be merged. */
  protection: string | null;
  remaining: number;
  nextId: number;
}

export const allPermissions: Record<string, Access> = {
  contents: "write",
  pull_requests: "write",
  issues: "write",
  metadata: "read",
  checks: "write",
  statuses: "write",
};

export function createFakeState(folder: string): FakeState {
  const people: [login: string, type: FakeUser["type"], role: FakeUser["role"]][] = [
    ["acme", "Organization", null],
    ["bot", "User", "write"],
    ["writer", "User", "write"],
    ["maintainer", "User", "maintain"],
    ["administrator", "User", "admin"],
    ["reviewer", "User", "write"],
    ["triager", "User", "triage"],
    ["reader", "User", "read"],
    ["stranger", "User", null],
  ];
  const users = new Map(
    people.map(([login, type, role], at) => [login, { id: 100 + at, login, type, role }] as const),
  );
  const docs: FakeRepository = {
    id: 1_296_269,
    owner: "acme",
    name: "docs",
    folder,
    parent: null,
    copying: 0,
    hasDrafts: true,
    archived: false,
  };
  return {
    users,
    teams: ["docs-team"],
    repositories: [docs],
    moved: new Map(),
    labels: ["docs", "automated"],
    pulls: [],
    suites: [],
    runs: [],
    statuses: [],
    tokens: new Map(),
    app: null,
    manifestCodes: new Set(),
    readOnly: false,
    protection: null,
    remaining: 5_000,
    nextId: 1,
  };
}

export function createFakeApp(id: number, privateKey: string): FakeApp {
  return {
    id,
    slug: "copydesk-bot",
    publicKey: createPublicKey(privateKey),
    installation: {
      id: 4_711,
      permissions: { ...allPermissions },
      repositories: ["acme/docs"],
      suspended: false,
      tokenMs: 60 * 60_000,
    },
  };
}

export function nextId(state: FakeState): number {
  state.nextId += 1;
  return 10_000 + state.nextId;
}

export function findRepository(state: FakeState, owner: string, name: string): FakeRepository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return state.repositories.find((known) => `${known.owner}/${known.name}`.toLowerCase() === wanted);
}

/** A user of the scene; accounts of Apps are made up when they are named. */
export function userOf(state: FakeState, login: string): FakeUser {
  return state.users.get(login.toLowerCase()) ?? { id: 999, login, type: "Bot", role: null };
}
