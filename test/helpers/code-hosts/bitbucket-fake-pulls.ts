import { git } from "../git-fixture.ts";
import { type BitbucketCall, fail, notFound, page, readQuery, refuseField } from "./bitbucket-fake-call.ts";
import { type BodyShape, type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { type Branches, pullJson } from "./bitbucket-json.ts";
import {
  addPull,
  type BitbucketPull,
  type BitbucketRepository,
  type BitbucketState,
  type BitbucketUser,
  findPull,
} from "./bitbucket-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pulls = "/repositories/{workspace}/{repo_slug}/pullrequests";
/** More than this is not known to be taken. */
const descriptionCharactersMax = 250_000;

export const pullRoutes: FakeRoute<BitbucketCall>[] = [
  route(`GET ${pulls}`, "pullrequest", listPulls, "getRepositoriesWorkspaceRepoSlugPullrequests"),
  route(`POST ${pulls}`, "pullrequest:write", createPull, "postRepositoriesWorkspaceRepoSlugPullrequests"),
  route(
    `GET ${pulls}/{id}`,
    "pullrequest",
    getPull,
    "getRepositoriesWorkspaceRepoSlugPullrequestsPullRequestId",
  ),
  route(
    `PUT ${pulls}/{id}`,
    "pullrequest:write",
    changePull,
    "putRepositoriesWorkspaceRepoSlugPullrequestsPullRequestId",
  ),
];

const side: BodyShape = { branch: { name: "string!" }, repository: { full_name: "string!" } };
const shape: BodyShape = {
  type: "string",
  title: "string!",
  description: "string",
  source: side,
  destination: side,
  close_source_branch: "boolean",
  draft: "boolean",
  reviewers: "array",
};

interface Side {
  branch?: { name: string };
  repository?: { full_name: string };
}

interface PullBody {
  title: string;
  description?: string;
  source?: Side;
  destination?: Side;
  close_source_branch?: boolean;
  draft?: boolean;
  reviewers?: { uuid?: string }[];
}

const withDrafts = / AND \(draft=true OR draft=false\)$/;

/** The last to be changed first. Without being asked for, drafts are not in the list. */
async function listPulls(call: BitbucketCall): Promise<FakeAnswer> {
  const { state, query } = call;
  const text = query.get("q") ?? "";
  const wanted = readQuery(text.replace(withDrafts, ""), ["source.branch.name", "state"]);
  if (wanted === null) return fail(400, "Invalid query");
  const branch = wanted.get("source.branch.name");
  const states = wanted.has("state") ? [wanted.get("state")!] : query.getAll("state");
  const found = state.pulls
    .filter((pull) => (states.length === 0 ? ["OPEN"] : states).includes(pull.state))
    .filter((pull) => branch === undefined || pull.head === branch)
    .filter((pull) => !pull.draft || withDrafts.test(text))
    .toReversed();
  return page(call, await showPulls(state, found), 50);
}

async function getPull({ state, params }: BitbucketCall): Promise<FakeAnswer> {
  const pull = findPull(state, params.id!);
  return pull === undefined ? notFound : await show(state, pull, 200);
}

/** From a branch that has one already, it is changed. */
async function createPull({ state, body }: BitbucketCall): Promise<FakeAnswer> {
  const problem = findProblem(body);
  if (problem !== null) return problem;
  const { source, destination, ...rest } = body as PullBody;
  const head = source?.branch?.name;
  if (head === undefined) return refuseField("source", "This field is required.");
  const headRepository = findRepository(state, source?.repository?.full_name);
  if (headRepository === undefined) return refuseField("source", "repository not found");
  if (!(await branchCommits(headRepository.folder)).has(head)) {
    return refuseField("source", `branch not found: ${head}`);
  }
  const base = destination?.branch?.name ?? "main";
  if (!(await branchCommits(state.repository.folder)).has(base)) {
    return refuseField("destination", `branch not found: ${base}`);
  }
  if (!(await hasChanges(state, { headRepository, head, base }))) {
    return fail(400, "There are no changes to be pulled");
  }
  const reviewers = findReviewers(state, rest.reviewers ?? [], state.users[0]!);
  if ("status" in reviewers) return reviewers;
  const same = state.pulls.find(
    (pull) =>
      pull.state === "OPEN" &&
      pull.head === head &&
      pull.base === base &&
      pull.headRepository === headRepository,
  );
  const { title, description = "" } = rest;
  const pull = same ?? addPull(state, { title, description, head, base, headRepository });
  Object.assign(pull, {
    title,
    description,
    reviewers: reviewers.users,
    draft: rest.draft ?? false,
    closeSourceBranch: rest.close_source_branch ?? false,
    updates: pull.updates + 1,
  });
  return await show(state, pull, 201);
}

/** What is not said again is dropped, but for the branches. */
async function changePull({ state, params, body }: BitbucketCall): Promise<FakeAnswer> {
  const pull = findPull(state, params.id!);
  if (pull === undefined) return notFound;
  const problem = findProblem(body);
  if (problem !== null) return problem;
  if (pull.state !== "OPEN") return fail(400, "Only open pull requests can be mutated");
  const { title, description = "", destination, reviewers, draft, close_source_branch } = body as PullBody;
  const base = destination?.branch?.name ?? pull.base;
  if (!(await branchCommits(state.repository.folder)).has(base)) {
    return refuseField("destination", `branch not found: ${base}`);
  }
  const found = findReviewers(state, reviewers ?? [], pull.author);
  if ("status" in found) return found;
  Object.assign(pull, {
    title,
    description,
    base,
    reviewers: found.users,
    draft: draft ?? false,
    closeSourceBranch: close_source_branch ?? false,
    updates: pull.updates + 1,
  });
  return await show(state, pull, 200);
}

function findProblem(body: unknown): FakeAnswer | null {
  const [first] = findBodyProblems(body, shape);
  if (first !== undefined) return refuseField(...first);
  const { title, description = "" } = body as PullBody;
  if (title.trim() === "") return refuseField("title", "This field is required.");
  if (description.length > descriptionCharactersMax) return refuseField("description", "is too long");
  return null;
}

function findReviewers(
  state: BitbucketState,
  asked: readonly { uuid?: string }[],
  author: BitbucketUser,
): { users: BitbucketUser[] } | FakeAnswer {
  const users: BitbucketUser[] = [];
  for (const { uuid = "", ...more } of asked) {
    const user = state.users.find((one) => one.uuid === uuid);
    if (Object.keys(more).length > 0 || user === undefined || state.inactive.has(uuid)) {
      return refuseField("reviewers", "Malformed reviewers list");
    }
    if (user === author) {
      return refuseField(
        "reviewers",
        `${user.displayName} is the author and cannot be included as a reviewer.`,
      );
    }
    if (!state.members.includes(user)) {
      const why = "is not a member of this workspace and cannot be added to this pull request";
      return refuseField("reviewers", `${user.displayName} ${why}`);
    }
    users.push(user);
  }
  return { users };
}

function findRepository(
  state: BitbucketState,
  fullName: string | undefined,
): BitbucketRepository | undefined {
  if (fullName === undefined) return state.repository;
  return state.repositories.find(({ workspace, slug }) => `${workspace}/${slug}` === fullName);
}

async function hasChanges(
  { repository }: BitbucketState,
  { headRepository, head, base }: { headRepository: BitbucketRepository; head: string; base: string },
): Promise<boolean> {
  const baseCommit = (await branchCommits(repository.folder)).get(base)!;
  const count = await git(headRepository.folder, [
    "rev-list",
    "--count",
    "--ignore-missing",
    `refs/heads/${head}`,
    `^${baseCommit}`,
  ]);
  return count !== "0";
}

async function show(state: BitbucketState, pull: BitbucketPull, status: number): Promise<FakeAnswer> {
  return { status, body: (await showPulls(state, [pull]))[0] };
}

export async function showPulls(state: BitbucketState, shown: readonly BitbucketPull[]): Promise<object[]> {
  const repositories = new Set([state.repository, ...shown.map(({ headRepository }) => headRepository)]);
  const known = new Map<BitbucketRepository, Branches>();
  for (const repository of repositories) known.set(repository, await branchCommits(repository.folder));
  const base = known.get(state.repository)!;
  return shown.map((pull) => pullJson(state, pull, { base, head: known.get(pull.headRepository)! }));
}
