import { git } from "../git-fixture.ts";
import { type DataCenterCall, fail, page, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { type Branches, pullJson, userJson } from "./bitbucket-data-center-json.ts";
import {
  addPull,
  type DataCenterPull,
  type DataCenterRepository,
  type DataCenterState,
  type DataCenterUser,
  findPull,
  findRepository,
  findUser,
} from "./bitbucket-data-center-state.ts";
import { type BodyShape, type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pulls = "/api/1.0/projects/{key}/repos/{slug}/pull-requests";
const descriptionCharactersMax = 32_767;

export const pullRoutes: FakeRoute<DataCenterCall>[] = [
  route(`GET ${pulls}`, "REPO_READ", listPulls),
  route(`POST ${pulls}`, "token REPO_WRITE", createPull),
  route(`GET ${pulls}/{id}`, "REPO_READ", getPull),
  route(`PUT ${pulls}/{id}`, "token REPO_WRITE", changePull),
];

const refShape: BodyShape = {
  id: "string!",
  repository: { slug: "string!", project: { key: "string!" } },
};
const createShape: BodyShape = {
  title: "string!",
  description: "string",
  fromRef: refShape,
  toRef: refShape,
  reviewers: "array",
  draft: "boolean",
};
const changeShape: BodyShape = {
  version: "number!",
  title: "string",
  description: "string",
  toRef: refShape,
  reviewers: "array",
  draft: "boolean",
};

interface Ref {
  id: string;
  repository: { slug: string; project: { key: string } };
}

interface PullBody {
  version: number;
  title?: string;
  description?: string;
  fromRef?: Ref;
  toRef?: Ref;
  reviewers?: { user?: { name?: string } }[];
  draft?: boolean;
}

/** `at` is the branch that goes out, or the one that is come in to. The newest first. */
async function listPulls(call: DataCenterCall): Promise<FakeAnswer> {
  const { state, query, called } = call;
  const isOutgoing = query.get("direction") === "OUTGOING";
  const wanted = query.get("state") ?? "OPEN";
  const at = query.get("at");
  const found = state.pulls
    .filter((pull) => wanted === "ALL" || pull.state === wanted)
    .filter((pull) => called === (isOutgoing ? pull.headRepository : state.repository))
    .filter((pull) => at === null || at === `refs/heads/${isOutgoing ? pull.head : pull.base}`)
    .toReversed();
  return page(call, await showPulls(state, found));
}

async function getPull({ state, params, called }: DataCenterCall): Promise<FakeAnswer> {
  const pull = called === state.repository ? findPull(state, params.id!) : undefined;
  return pull === undefined ? noSuchPull(params.id!) : await show(state, pull, 200);
}

function noSuchPull(id: string): FakeAnswer {
  return fail(404, "NoSuchPullRequestException", `Pull request ${id} does not exist in ACME/docs.`);
}

async function createPull({ state, body }: DataCenterCall): Promise<FakeAnswer> {
  const problem = refuseBody(body, createShape) ?? refuseText(body as PullBody);
  if (problem !== null) return problem;
  const { title, description = "", fromRef, toRef, reviewers = [], draft = false } = body as PullBody;
  if (fromRef === undefined || toRef === undefined) {
    return fail(400, null, "fromRef and toRef are required.", { context: "fromRef" });
  }
  if (draft && state.drafts === "off") return fail(400, null, "Draft pull requests are disabled.");
  const from = await findBranch(state, fromRef);
  if ("status" in from) return from;
  const to = await findBranch(state, toRef);
  if ("status" in to) return to;
  const isEmpty = !(await hasChanges(from, to));
  // From here on nothing comes between.
  const same = findOpen(state, { headRepository: from.repository, head: from.branch, base: to.branch });
  if (same !== undefined) return await duplicate(state, same);
  if (isEmpty) {
    return fail(
      409,
      "EmptyPullRequestException",
      `${to.branch} is already up-to-date with branch ${from.branch} in repository ${from.repository.key}/${from.repository.slug}.`,
    );
  }
  const found = findReviewers(state, reviewers, state.tokenOwner ?? state.users[0]!);
  if ("status" in found) return found;
  const pull = addPull(state, {
    title: title!,
    description,
    head: from.branch,
    base: to.branch,
    headRepository: from.repository,
    reviewers: found.users,
    draft: draft && state.drafts === "on",
  });
  return await show(state, pull, 201);
}

/** What is not said again is dropped, but for title, branch and draft. */
async function changePull({ state, params, body }: DataCenterCall): Promise<FakeAnswer> {
  const pull = findPull(state, params.id!);
  if (pull === undefined) return noSuchPull(params.id!);
  const problem = refuseBody(body, changeShape) ?? refuseText(body as PullBody);
  if (problem !== null) return problem;
  const { version, title, description = "", toRef, reviewers = [], draft } = body as PullBody;
  if (version !== pull.version) {
    const words = "You are attempting to modify a pull request based on out-of-date information.";
    const more = { currentVersion: pull.version, expectedVersion: version };
    return fail(409, "PullRequestOutOfDateException", words, more);
  }
  if (pull.state === "MERGED") {
    return fail(409, "IllegalPullRequestStateException", "This pull request has already been merged.");
  }
  const to = toRef === undefined ? null : await findBranch(state, toRef);
  if (to !== null && "status" in to) return to;
  const base = to?.branch ?? pull.base;
  const same = findOpen(state, { ...pull, base });
  if (same !== undefined && same !== pull) return await duplicate(state, same);
  const found = findReviewers(state, reviewers, pull.author);
  if ("status" in found) return found;
  Object.assign(pull, {
    version: version + 1,
    title: title ?? pull.title,
    description,
    base,
    reviewers: found.users,
    draft: draft ?? pull.draft,
  });
  return await show(state, pull, 200);
}

function refuseText({ title, description = "" }: PullBody): FakeAnswer | null {
  if (title !== undefined && title.trim() === "") {
    return fail(400, null, "Please enter a title.", { context: "title" });
  }
  if (description.length <= descriptionCharactersMax) return null;
  const words = "Please enter a non-empty value less than 32768 characters";
  return fail(400, null, words, { context: "description" });
}

async function findBranch(
  state: DataCenterState,
  { id, repository: { slug, project } }: Ref,
): Promise<{ repository: DataCenterRepository; branch: string; commit: string } | FakeAnswer> {
  const repository = findRepository(state, project.key, slug);
  if (repository === undefined) {
    return fail(404, "NoSuchRepositoryException", `Repository ${project.key}/${slug} does not exist.`);
  }
  const branch = id.replace(/^refs\/heads\//, "");
  const commit = id === branch ? undefined : (await branchCommits(repository.folder)).get(branch);
  if (commit === undefined) {
    const words = `Repository "${slug}" of project with key "${project.key}" has no branch "${id}".`;
    return fail(404, "NoSuchBranchException", words);
  }
  return { repository, branch, commit };
}

function findOpen(
  state: DataCenterState,
  { headRepository, head, base }: Pick<DataCenterPull, "headRepository" | "head" | "base">,
): DataCenterPull | undefined {
  return state.pulls.find(
    (one) =>
      one.state === "OPEN" && one.headRepository === headRepository && one.head === head && one.base === base,
  );
}

async function duplicate(state: DataCenterState, same: DataCenterPull): Promise<FakeAnswer> {
  const words = "Only one pull request may be open for a given source and target branch";
  const [existingPullRequest] = await showPulls(state, [same]);
  return fail(409, "DuplicatePullRequestException", words, { existingPullRequest });
}

async function hasChanges(
  from: { repository: DataCenterRepository; commit: string },
  to: { commit: string },
): Promise<boolean> {
  const range = [from.commit, `^${to.commit}`];
  return (await git(from.repository.folder, ["rev-list", "--count", "--ignore-missing", ...range])) !== "0";
}

function findReviewers(
  state: DataCenterState,
  asked: readonly { user?: { name?: string } }[],
  author: DataCenterUser,
): { users: DataCenterUser[] } | FakeAnswer {
  const users: DataCenterUser[] = [];
  const errors: object[] = [];
  for (const { user: { name = "" } = {} } of asked) {
    const user = findUser(state, name);
    const why =
      user === undefined
        ? `${name} is not a user.`
        : user === author
          ? `${name} is the author of this pull request.`
          : state.permissions.has(user.name)
            ? null
            : `${name} does not have permission to view the repository.`;
    if (why === null) users.push(user!);
    else errors.push({ context: name, message: why, exceptionName: null });
  }
  if (errors.length === 0) return { users };
  return fail(
    409,
    "InvalidPullRequestReviewersException",
    "Errors encountered while adding some reviewers to this pull request.",
    {
      context: "reviewers",
      reviewerErrors: errors,
      validReviewers: users.map((user) => ({ user: userJson(state, user) })),
    },
  );
}

async function show(state: DataCenterState, pull: DataCenterPull, status: number): Promise<FakeAnswer> {
  return { status, body: (await showPulls(state, [pull]))[0] };
}

export async function showPulls(state: DataCenterState, shown: readonly DataCenterPull[]): Promise<object[]> {
  const known = new Map<DataCenterRepository, Branches>();
  for (const repository of new Set([
    state.repository,
    ...shown.map(({ headRepository }) => headRepository),
  ])) {
    known.set(repository, await branchCommits(repository.folder));
  }
  const base = known.get(state.repository)!;
  return shown.map((pull) => pullJson(state, pull, { base, head: known.get(pull.headRepository)! }));
}
