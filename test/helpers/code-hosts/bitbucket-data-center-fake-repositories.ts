import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DataCenterCall, fail, page, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { repositoryJson, userJson } from "./bitbucket-data-center-json.ts";
import {
  type DataCenterRepository,
  type DataCenterState,
  type DataCenterUser,
  findRepository,
  isAtLeast,
  type Permission,
  permissionIn,
} from "./bitbucket-data-center-state.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const repository = "/api/1.0/projects/{key}/repos/{slug}";

export const repositoryRoutes: FakeRoute<DataCenterCall>[] = [
  route("GET /api/1.0/repos", "REPO_READ", listRepositories),
  route("GET /api/1.0/users", "REPO_READ", listUsers),
  route(`GET ${repository}`, "REPO_READ", getRepository),
  route(`POST ${repository}`, "token REPO_WRITE", makeFork),
  route(`GET ${repository}/forks`, "REPO_READ", listForks),
  route(`GET ${repository}/branches`, "REPO_READ", listBranches),
  route(
    "GET /default-reviewers/1.0/projects/{key}/repos/{slug}/reviewers",
    "REPO_READ",
    listDefaultReviewers,
  ),
];

function getRepository({ state, called }: DataCenterCall): FakeAnswer {
  const body = repositoryJson(state, called);
  called.initialisingLooks = Math.max(0, called.initialisingLooks - 1);
  return { status: 200, body };
}

/** Names are matched loosely. */
function listRepositories(call: DataCenterCall): FakeAnswer {
  const { state, query } = call;
  const key = query.get("projectkey")?.toLowerCase();
  const name = query.get("name")?.toLowerCase() ?? "";
  const permission = (query.get("permission") ?? "REPO_READ") as Permission;
  const found = state.repositories
    .filter((one) => key === undefined || one.key.toLowerCase() === key)
    .filter((one) => one.slug.toLowerCase().includes(name))
    .filter((one) => isAtLeast(permissionIn(state, one), permission));
  return page(
    call,
    found.map((one) => repositoryJson(state, one)),
  );
}

/** Filters of permissions are counted from 1; one that is not understood is ignored. */
function listUsers(call: DataCenterCall): FakeAnswer {
  const { state, query } = call;
  const text = query.get("filter")?.toLowerCase() ?? "";
  const permission = query.get("permission.1") as Permission | null;
  const [key, slug] = [query.get("permission.1.projectKey"), query.get("permission.1.repositorySlug")];
  const isAsked = permission !== null && key === "ACME" && slug === "docs";
  const found = state.users
    .filter(({ name }) => `${name} of acme ${name}@example.com`.toLowerCase().includes(text))
    .filter(({ name }) => !isAsked || isAtLeast(state.permissions.get(name), permission));
  return page(
    call,
    found.map((user) => userJson(state, user)),
  );
}

function listForks(call: DataCenterCall): FakeAnswer {
  const { state, called } = call;
  const forks = state.repositories.filter(({ origin }) => origin === called);
  return page(
    call,
    forks.map((fork) => repositoryJson(state, fork)),
  );
}

/** To the personal project of the token's owner. */
async function makeFork({ state, body, called }: DataCenterCall): Promise<FakeAnswer> {
  const problem = refuseBody(body, { name: "string" });
  if (problem !== null) return problem;
  const owner = state.tokenOwner;
  if (owner === null) {
    return fail(401, "AuthorisationException", "You are not permitted to access this resource");
  }
  const slug = ((body as { name?: string }).name ?? called.slug).toLowerCase();
  const key = `~${owner.name.toUpperCase()}`;
  if (findRepository(state, key, slug) !== undefined) {
    const words = `This repository URL is already taken by '${slug}' in '${owner.name}'`;
    return fail(409, "RepositoryUrlOccupiedException", words, { context: "name" });
  }
  const fork = await addFork(state, { key, slug, origin: called, owner });
  return { status: 201, body: repositoryJson(state, fork) };
}

async function addFork(
  state: DataCenterState,
  made: { key: string; slug: string; origin: DataCenterRepository; owner: DataCenterUser },
): Promise<DataCenterRepository> {
  const folder = join(state.root, made.key.toLowerCase(), `${made.slug}.git`);
  await mkdir(dirname(folder), { recursive: true });
  await cp(made.origin.folder, folder, { recursive: true });
  const fork = { ...made, id: 84 + state.repositories.length, folder, initialisingLooks: 2 };
  state.repositories.push(fork);
  return fork;
}

/** `filterText` is a part of the name. */
async function listBranches(call: DataCenterCall): Promise<FakeAnswer> {
  const text = call.query.get("filterText") ?? "";
  const branches = [...(await branchCommits(call.called.folder))].filter(([name]) => name.includes(text));
  return page(
    call,
    branches.map(([name, commit]) => ({
      id: `refs/heads/${name}`,
      displayId: name,
      type: "BRANCH",
      latestCommit: commit,
      isDefault: name === "main",
    })),
  );
}

function listDefaultReviewers({ state, query, called }: DataCenterCall): FakeAnswer {
  const ids = [query.get("sourceRepoId"), query.get("targetRepoId")].map(Number);
  const isWhole =
    ids[1] === called.id && !Number.isNaN(ids[0]) && query.get("sourceRefId") && query.get("targetRefId");
  if (!isWhole)
    return fail(400, null, "sourceRepoId, targetRepoId, sourceRefId and targetRefId are required.");
  return { status: 200, body: state.defaultReviewers.map((user) => userJson(state, user)) };
}
