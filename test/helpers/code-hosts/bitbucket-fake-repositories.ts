import { cp, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type BitbucketCall, fail, page, readQuery, refuseField } from "./bitbucket-fake-call.ts";
import { type BodyShape, type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { repositoryJson, userJson } from "./bitbucket-json.ts";
import {
  type BitbucketRepository,
  type BitbucketState,
  folderOf,
  makeRepository,
  ownerOf,
} from "./bitbucket-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const repository = "/repositories/{workspace}/{repo_slug}";
const operation = "RepositoriesWorkspaceRepoSlug";

export const repositoryRoutes: FakeRoute<BitbucketCall>[] = [
  route("GET /repositories/{workspace}", "repository", listRepositories),
  route(`GET ${repository}`, "repository", getRepository, `get${operation}`),
  route(`GET ${repository}/refs/branches`, "repository", listBranches, `get${operation}RefsBranches`),
  route(`POST ${repository}/refs/branches`, "repository:write", makeBranch),
  route(
    `GET ${repository}/refs/branches/{name*}`,
    "repository",
    getBranch,
    `get${operation}RefsBranchesName`,
  ),
  route(`POST ${repository}/forks`, "repository:write", makeFork),
  route(
    `GET ${repository}/effective-default-reviewers`,
    "pullrequest",
    listDefaultReviewers,
    `get${operation}EffectiveDefaultReviewers`,
  ),
];

/** Of a request's path; by slug or UUID. */
export function findCalled({ state, params }: BitbucketCall): BitbucketRepository | undefined {
  return state.repositories.find(
    ({ workspace, slug, uuid }) =>
      workspace === params.workspace && (slug === params.repo_slug || uuid === params.repo_slug),
  );
}

/** `role=contributor`: those that one may write to. */
function listRepositories(call: BitbucketCall): FakeAnswer {
  const { state, params, query } = call;
  const wanted = readQuery(query.get("q") ?? "", ["full_name"]);
  if (wanted === null) return fail(400, "Invalid query");
  const role = query.get("role");
  if (role !== null && role !== "contributor") return fail(400, "Invalid role");
  const found = state.repositories
    .filter(({ workspace }) => workspace === params.workspace)
    .filter(
      ({ workspace, slug }) => (wanted.get("full_name") ?? `${workspace}/${slug}`) === `${workspace}/${slug}`,
    )
    .filter((one) => role === null || mayWrite(state, one));
  return page(
    call,
    found.map((one) => repositoryJson(state, one)),
  );
}

export function mayWrite(state: BitbucketState, { parent }: BitbucketRepository): boolean {
  if (parent !== null) return true;
  return !state.refusesPushes && state.permissions.get(ownerOf(state).uuid) !== "read";
}

function getRepository(call: BitbucketCall): FakeAnswer {
  return { status: 200, body: repositoryJson(call.state, findCalled(call)!) };
}

async function listBranches(call: BitbucketCall): Promise<FakeAnswer> {
  const called = findCalled(call)!;
  if (called.emptyLooks > 0) {
    called.emptyLooks -= 1;
    return page(call, []);
  }
  return page(call, [...(await branchCommits(called.folder))].map(branchJson));
}

async function getBranch(call: BitbucketCall): Promise<FakeAnswer> {
  const { name = "" } = call.params;
  const hash = (await branchCommits(findCalled(call)!.folder)).get(name);
  if (hash === undefined) return fail(404, `Branch "${name}" not found`);
  return { status: 200, body: branchJson([name, hash]) };
}

function branchJson([name, hash]: [string, string]) {
  return { type: "branch", name, target: { type: "commit", hash }, merge_strategies: ["merge_commit"] };
}

/** Copydesk pushes its branches; it asks for this only to see whether it might. */
function makeBranch(call: BitbucketCall): FakeAnswer {
  if (!mayWrite(call.state, findCalled(call)!)) return fail(403, "You do not have write access");
  const shape: BodyShape = { name: "string!", target: "object!" };
  const [first] = findBodyProblems(call.body, shape);
  return first === undefined ? fail(501, "not here") : refuseField(...first);
}

async function makeFork(call: BitbucketCall): Promise<FakeAnswer> {
  const { state, body } = call;
  const parent = findCalled(call)!;
  const shape: BodyShape = { name: "string", workspace: { slug: "string!" }, is_private: "boolean" };
  const [first] = findBodyProblems(body, shape);
  if (first !== undefined) return refuseField(...first);
  const {
    name,
    workspace,
    is_private: isPrivate = false,
  } = body as {
    name?: string;
    workspace?: { slug: string };
    is_private?: boolean;
  };
  const owner = workspace?.slug ?? ownerOf(state).nickname;
  const slug = (name ?? parent.slug).toLowerCase();
  if (owner !== ownerOf(state).nickname) return fail(403, "You cannot create repositories here");
  if (state.repositories.some((one) => one.workspace === owner && one.slug === slug)) {
    return fail(400, "Repository with this Slug and Owner already exists.", {
      fields: { name: ["You already have a repository with this name."] },
    });
  }
  if (parent.isPrivate && !isPrivate) return fail(400, "Public forks of this repository are not allowed");
  const folder = folderOf(state, owner, slug);
  await mkdir(dirname(folder), { recursive: true });
  await cp(parent.folder, folder, { recursive: true });
  const fork = makeRepository({ workspace: owner, slug, folder, parent, isPrivate, emptyLooks: 2 });
  state.repositories.push(fork);
  return { status: 201, body: repositoryJson(state, fork) };
}

function listDefaultReviewers(call: BitbucketCall): FakeAnswer {
  const { state } = call;
  return page(
    call,
    state.defaultReviewers.map((user) => ({
      type: "default_reviewer",
      reviewer_type: "repository",
      user: userJson(state, user),
    })),
  );
}
