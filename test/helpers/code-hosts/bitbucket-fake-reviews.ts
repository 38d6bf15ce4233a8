import { git } from "../git-fixture.ts";
import { type BitbucketCall, fail, notFound, page, refuseField } from "./bitbucket-fake-call.ts";
import { showPulls } from "./bitbucket-fake-pulls.ts";
import { findCalled } from "./bitbucket-fake-repositories.ts";
import { type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { participantJson } from "./bitbucket-json.ts";
import { type BitbucketPull, type BitbucketState, findPull, ownerOf } from "./bitbucket-state.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { landBranch, type Sides, tryBranches } from "./review-branches.ts";

const repository = "/repositories/{workspace}/{repo_slug}";
const pull = `${repository}/pullrequests/{id}`;
const operation = "RepositoriesWorkspaceRepoSlugPullrequestsPullRequestId";

export const reviewRoutes: FakeRoute<BitbucketCall>[] = [
  route(`POST ${pull}/approve`, "pullrequest:write", approve, `post${operation}Approve`),
  route(`POST ${pull}/decline`, "pullrequest:write", decline, `post${operation}Decline`),
  route(`POST ${pull}/merge`, "pullrequest:write", merge, `post${operation}Merge`),
  route(`GET ${pull}/diffstat`, "pullrequest", redirectToChanges),
  route(`GET ${repository}/diffstat/{spec*}`, "repository", listChanges),
  route(
    `GET ${repository}/commit/{commit}`,
    "repository",
    getCommit,
    "getRepositoriesWorkspaceRepoSlugCommitCommit",
  ),
];

function sidesOf(state: BitbucketState, { base, head, headRepository }: BitbucketPull): Sides {
  return { folder: state.repository.folder, base, headFolder: headRepository.folder, head };
}

function approve({ state, params }: BitbucketCall): FakeAnswer {
  const found = findPull(state, params.id!);
  if (found === undefined) return notFound;
  const user = ownerOf(state);
  if (found.approvedBy?.includes(user)) return fail(409, "You already approved this pull request.");
  found.approvedBy = [...(found.approvedBy ?? []), user];
  return { status: 200, body: participantJson(state, found, user) };
}

async function decline({ state, params }: BitbucketCall): Promise<FakeAnswer> {
  const found = findPull(state, params.id!);
  if (found === undefined) return notFound;
  if (found.state !== "OPEN") return fail(400, "This pull request is already closed.");
  found.state = "DECLINED";
  return { status: 200, body: (await showPulls(state, [found]))[0] };
}

async function merge({ state, params, body }: BitbucketCall): Promise<FakeAnswer> {
  const found = findPull(state, params.id!);
  if (found === undefined) return notFound;
  const shape = { type: "string!", message: "string", close_source_branch: "boolean" } as const;
  const [problem] = findBodyProblems(body, { ...shape, merge_strategy: "string" });
  if (problem !== undefined) return refuseField(...problem);
  if (found.state !== "OPEN") return fail(400, "This pull request is already closed.");
  if (found.draft) return fail(400, "Draft pull requests cannot be merged.");
  if (state.protection !== null) return fail(400, state.protection);
  const tried = await tryBranches(sidesOf(state, found));
  if (tried === null) return fail(400, "A branch is gone.");
  if (tried.conflicts.length > 0) return fail(400, "You can't merge until you resolve all merge conflicts.");
  const { message = "", merge_strategy: strategy = "merge_commit" } = body as Record<string, string>;
  const how = { isSquash: strategy === "squash", message };
  found.mergeCommit = await landBranch(sidesOf(state, found), tried, how);
  found.state = "MERGED";
  return { status: 200, body: (await showPulls(state, [found]))[0] };
}

async function redirectToChanges({ state, params }: BitbucketCall): Promise<FakeAnswer> {
  const found = findPull(state, params.id!);
  const tried = found === undefined ? null : await tryBranches(sidesOf(state, found));
  if (found === undefined || tried === null) return notFound;
  const { workspace, slug } = state.repository;
  const spec = `${workspace}/${slug}:${tried.headCommit.slice(0, 12)}%0D${tried.baseCommit.slice(0, 12)}`;
  const below = `/2.0/repositories/${workspace}/${slug}/diffstat/${spec}`;
  const location = `${state.url}${below}?from_pullrequest_id=${found.id}&topic=true`;
  return { status: 302, headers: { location } };
}

/** Of the pull request that the redirect names. */
async function listChanges(call: BitbucketCall): Promise<FakeAnswer> {
  const { state, query } = call;
  const found = findPull(state, query.get("from_pullrequest_id") ?? "");
  const tried = found === undefined ? null : await tryBranches(sidesOf(state, found));
  if (tried === null) return notFound;
  const { folder } = state.repository;
  const range = `${tried.baseCommit}...${tried.headCommit}`;
  const changed = (await git(folder, ["diff", "--name-only", range])).split("\n").filter(Boolean);
  const entry = (path: string) => ({
    type: "diffstat",
    status: tried.conflicts.includes(path) ? "merge conflict" : "modified",
    lines_added: 1,
    lines_removed: 1,
    old: { type: "commit_file", path },
    new: { type: "commit_file", path },
  });
  return page(call, changed.map(entry));
}

async function getCommit(call: BitbucketCall): Promise<FakeAnswer> {
  const { params } = call;
  const args = ["rev-parse", "--verify", `${params.commit}^{commit}`];
  const hash = await git(findCalled(call)!.folder, args).catch(() => null);
  return hash === null ? fail(404, "Commit not found") : { status: 200, body: { type: "commit", hash } };
}
