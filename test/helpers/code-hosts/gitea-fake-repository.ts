import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "../git-fixture.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall, page, route } from "./gitea-fake-call.ts";
import { changeFiles, listContents } from "./gitea-fake-files.ts";
import { repositoryJson, userJson } from "./gitea-json.ts";
import { assignableLogins, bot, findUser, type GiteaRepository, newId, permissionOf } from "./gitea-state.ts";

const repo = "/repos/{owner}/{repo}";
const undescribed = { isUndescribed: true };

export const repositoryRoutes = [
  route("userGetCurrent", "GET /user", "user", ({ state }) => ({ status: 200, body: userJson(state, bot) })),
  route("repoGet", `GET ${repo}`, "repository", getRepository),
  route("repoGetBranch", `GET ${repo}/branches/{branch*}`, "repository", getBranch),
  route("repoCreateBranch", `POST ${repo}/branches`, "repository", createBranch),
  route("repoGetSingleCommit", `GET ${repo}/git/commits/{sha}`, "repository", getCommit),
  route("repoGetContentsList", `GET ${repo}/contents`, "repository", listContents),
  route("repoGetContents", `GET ${repo}/contents/{filepath*}`, "repository", listContents),
  route("repoChangeFiles", `POST ${repo}/contents`, "repository", changeFiles),
  route(
    "repoGetRepoPermissions",
    `GET ${repo}/collaborators/{collaborator}/permission`,
    "repository",
    getPermission,
  ),
  route("repoGetAssignees", `GET ${repo}/assignees`, "repository", ({ state }) => ({
    status: 200,
    body: assignableLogins(state).map((login) => userJson(state, login)),
  })),
  // These three are not in the pruned description; as in the whole one of Gitea 1.25.3 and in
  // routers/api/v1/repo.
  route("repoListTeams", `GET ${repo}/teams`, "repository", listTeams, undescribed),
  route("listForks", `GET ${repo}/forks`, "repository", listForks, undescribed),
  route("createFork", `POST ${repo}/forks`, "repository", createFork, undescribed),
];

function repositoryOf({ state, params }: GiteaCall): GiteaRepository | null {
  const all = [state.repository, ...state.forks];
  return all.find(({ owner, name }) => owner === params[0] && name === params[1]) ?? null;
}

function getRepository(call: GiteaCall): FakeAnswer {
  const { state, params } = call;
  const [owner, name] = params as [string, string];
  const found = repositoryOf(call) ?? { id: 999, owner, name, folder: "", parent: null };
  return { status: 200, body: repositoryJson(state, found) };
}

async function getBranch(call: GiteaCall): Promise<FakeAnswer> {
  const { state, params } = call;
  const commit = (await branchCommits(repositoryOf(call)!.folder)).get(params[2]!);
  if (commit === undefined) return fail(state, 404, `branch does not exist [name: ${params[2]}]`);
  return { status: 200, body: { name: params[2], commit: { id: commit, message: "" }, protected: false } };
}

async function createBranch(call: GiteaCall): Promise<FakeAnswer> {
  const { state, body } = call;
  const { folder } = repositoryOf(call)!;
  const { new_branch_name: name, old_ref_name: from = "main" } = body as Record<string, string>;
  const commit = await git(folder, ["rev-parse", "--verify", `${from}^{commit}`]).catch(() => null);
  if (commit === null) return fail(state, 404, "The old branch does not exist");
  const zero = "0".repeat(40);
  const made = await git(folder, ["update-ref", `refs/heads/${name}`, commit, zero]).catch(() => null);
  if (made === null) return fail(state, 409, "The branch already exists.");
  return { status: 201, body: { name, commit: { id: commit, message: "" }, protected: false } };
}

async function getCommit(call: GiteaCall): Promise<FakeAnswer> {
  const { state, params } = call;
  const { folder } = repositoryOf(call)!;
  const line = await git(folder, ["rev-list", "--parents", "-n1", params[2]!]).catch(() => null);
  if (line === null) return fail(state, 404, "not found");
  const [sha, ...parents] = line.split(" ");
  return { status: 200, body: { sha, parents: parents.map((parent) => ({ sha: parent })) } };
}

/** One's own always, other people's as an administrator. */
function getPermission({ state, params }: GiteaCall): FakeAnswer {
  const login = params[2]!;
  const isAdministrator = ["admin", "owner"].includes(permissionOf(state, bot));
  if (login !== bot && !isAdministrator) {
    const words =
      "Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own";
    return fail(state, 403, words);
  }
  if (findUser(state, login) === undefined)
    return fail(state, 404, `user does not exist [uid: 0, name: ${login}]`);
  const permission = permissionOf(state, login);
  return { status: 200, body: { permission, role_name: permission, user: userJson(state, login) } };
}

function listTeams({ state }: GiteaCall): FakeAnswer {
  if (state.teams === null) return fail(state, 405, "repo is not owned by an organization");
  const team = ({ name, permission, units }: (typeof state.teams)[number], at: number) => ({
    id: at + 1,
    name,
    permission,
    units: Object.keys(units),
    units_map: units,
  });
  return { status: 200, body: state.teams.map(team) };
}

function listForks(call: GiteaCall): FakeAnswer {
  const { state, params } = call;
  const forks = state.forks.map((fork) => repositoryJson(state, fork));
  return page(call, `/repos/${params[0]}/${params[1]}/forks`, forks);
}

async function createFork({ state, body }: GiteaCall): Promise<FakeAnswer> {
  const { repository, forks } = state;
  const { name = repository.name } = body as { name?: string };
  const own = forks.find(({ owner }) => owner === bot);
  if (own !== undefined) {
    const paths = `repo path: ${repository.owner}/${repository.name}, fork path: ${bot}/${own.name}`;
    return fail(state, 409, `repository is already forked by user [uname: ${bot}, ${paths}]`);
  }
  if (state.strangers.has(`${bot}/${name}`)) {
    return fail(state, 409, `repository already exists [uname: ${bot}, name: ${name}]`);
  }
  const folder = join(state.root, bot, `${name}.git`);
  const fork: GiteaRepository = { id: newId(state), owner: bot, name, folder, parent: repository };
  forks.push(fork);
  await mkdir(dirname(folder), { recursive: true });
  await cp(repository.folder, folder, { recursive: true });
  await rm(join(folder, "hooks"), { recursive: true, force: true });
  return { status: 202, body: repositoryJson(state, fork) };
}
