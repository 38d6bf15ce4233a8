import { setTimeout as sleep } from "node:timers/promises";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall, page, route } from "./gitea-fake-call.ts";
import { tryPull } from "./gitea-fake-try.ts";
import { pullJson, userJson } from "./gitea-json.ts";
import {
  addPull,
  assignableLogins,
  bot,
  findUser,
  type GiteaPull,
  type GiteaRepository,
  type GiteaState,
  newId,
  permissionOf,
} from "./gitea-state.ts";

const bodyCharactersMax = 1_000_000;
const writingMs = 20;
const pulls = "/repos/{owner}/{repo}/pulls";

export const pullRoutes = [
  route("repoListPullRequests", `GET ${pulls}`, "repository", listPulls),
  route("repoCreatePullRequest", `POST ${pulls}`, "repository", createPull),
  route("repoGetPullRequest", `GET ${pulls}/{index}`, "repository", getPull),
  route("repoEditPullRequest", `PATCH ${pulls}/{index}`, "repository", editPull),
  route(
    "repoCreatePullReviewRequests",
    `POST ${pulls}/{index}/requested_reviewers`,
    "repository",
    requestReviews,
  ),
  route("repoGetPullRequestByBaseHead", `GET ${pulls}/{base}/{head*}`, "repository", getPullByBaseAndHead),
];

/** Of the pull requests that are to be shown. */
export async function showPulls(state: GiteaState, shown: readonly GiteaPull[]): Promise<object[]> {
  const known = new Map<GiteaRepository, ReadonlyMap<string, string>>();
  for (const repository of new Set([
    state.repository,
    ...shown.map(({ headRepository }) => headRepository),
  ])) {
    known.set(repository, await branchCommits(repository.folder));
  }
  const base = known.get(state.repository)!;
  return shown.map((pull) => pullJson(state, pull, { base, head: known.get(pull.headRepository)! }));
}

export function findPull({ pulls: all }: GiteaState, index: string): GiteaPull | undefined {
  return all.find(({ number }) => String(number) === index);
}

async function show(state: GiteaState, pull: GiteaPull, status: number): Promise<FakeAnswer> {
  return { status, body: (await showPulls(state, [pull]))[0] };
}

/** Newest first. */
async function listPulls(call: GiteaCall): Promise<FakeAnswer> {
  const { state, query, params } = call;
  const wanted = query.get("state") ?? "open";
  const base = state.flavour === "gitea" ? query.get("base_branch") : null;
  const found = state.pulls
    .filter((pull) => (wanted === "all" || pull.state === wanted) && (base === null || pull.base === base))
    .toReversed();
  const answer = page(call, `/repos/${params[0]}/${params[1]}/pulls`, found);
  return { ...answer, body: await showPulls(state, answer.body as GiteaPull[]) };
}

async function getPull({ state, params }: GiteaCall): Promise<FakeAnswer> {
  const pull = findPull(state, params[2]!);
  if (pull === undefined) return fail(state, 404, "not found");
  const shown = await show(state, pull, 200);
  return { ...shown, body: { ...(shown.body as object), ...(await tryPull(state, pull)) } };
}

/** The oldest of them, in whatever state it is. */
async function getPullByBaseAndHead({ state, params }: GiteaCall): Promise<FakeAnswer> {
  const [, , base, head] = params as [string, string, string, string];
  const headRepository = head.includes(":") ? null : state.repository;
  const pull = state.pulls.find(
    (one) => one.base === base && one.head === head && one.headRepository === headRepository,
  );
  return pull === undefined ? fail(state, 404, "not found") : await show(state, pull, 200);
}

interface CreateBody {
  title: string;
  body?: string;
  base: string;
  head: string;
  labels?: number[];
  assignees?: string[];
  reviewers?: string[];
}

async function createPull({ state, body }: GiteaCall): Promise<FakeAnswer> {
  const {
    title,
    body: text = "",
    base,
    head,
    labels = [],
    assignees = [],
    reviewers = [],
  } = body as CreateBody;
  if (base === head) {
    return fail(state, 422, "Invalid PullRequest: There are no changes between the head and the base");
  }
  if (text.length > bodyCharactersMax) return fail(state, 413, "the body is too long");
  const [branch, owner] = head.split(":").toReversed() as [string, string | undefined];
  const headRepository = findHeadRepository(state, owner);
  if (!state.takesPullRequests || headRepository === undefined) return fail(state, 404, "not found");
  const isThere =
    (await branchCommits(state.repository.folder)).has(base) &&
    (await branchCommits(headRepository.folder)).has(branch);
  if (!isThere) return fail(state, 404, "not found");
  const same = findUnmerged(state, { headRepository, head: branch, base });
  if (same !== undefined) return fail(state, 409, duplicateWords(state, same));
  const problem = findPeopleProblem(state, assignees, reviewers);
  if (problem !== null) return problem;
  // It looks first and writes later: whoever opens meanwhile opens another one.
  await sleep(writingMs);
  const pull = addPull(state, { author: bot, title, body: text, base, head: branch, headRepository });
  pull.labels = state.labels.map(({ id }) => id).filter((id) => labels.includes(id));
  pull.assignees = assignees;
  pull.reviewers = reviewers;
  return await show(state, pull, 201);
}

function findHeadRepository(state: GiteaState, owner: string | undefined): GiteaRepository | undefined {
  if (owner === undefined || owner === state.repository.owner) return state.repository;
  return state.forks.find((fork) => fork.owner === owner && fork.parent === state.repository);
}

function findUnmerged(
  state: GiteaState,
  { headRepository, head, base }: Pick<GiteaPull, "headRepository" | "head" | "base">,
): GiteaPull | undefined {
  return state.pulls.find(
    (one) =>
      one.state === "open" && one.headRepository === headRepository && one.head === head && one.base === base,
  );
}

function duplicateWords(state: GiteaState, same: GiteaPull): string {
  const { id, number, head, base, headRepository } = same;
  return `pull request already exists for these targets [id: ${id}, issue_id: ${number}, head_repo_id: ${headRepository.id}, base_repo_id: ${state.repository.id}, head_branch: ${head}, base_branch: ${base}]`;
}

function findPeopleProblem(
  state: GiteaState,
  assignees: readonly string[],
  reviewers: readonly string[],
): FakeAnswer | null {
  const unknown = assignees.find((login) => findUser(state, login) === undefined);
  if (unknown !== undefined) {
    return fail(
      state,
      422,
      `Assignee does not exist: [name: user does not exist [uid: 0, name: ${unknown}]]`,
    );
  }
  const stranger = assignees.find((login) => !assignableLogins(state).includes(login));
  if (stranger !== undefined) {
    return fail(state, 422, "user does not have access to repo [user_id: 0, repo_name: docs]");
  }
  const nobody = reviewers.find((login) => findUser(state, login) === undefined);
  return nobody === undefined ? null : fail(state, 404, `User '${nobody}' not exist`);
}

interface EditBody {
  title?: string;
  body?: string;
  base?: string;
  state?: string;
  assignees?: string[];
  labels?: number[];
}

/** In the host's order: what comes before a refusal is done. */
async function editPull({ state, params, body }: GiteaCall): Promise<FakeAnswer> {
  const pull = findPull(state, params[2]!);
  if (pull === undefined) return fail(state, 404, "not found");
  const change = body as EditBody;
  const branches = await branchCommits(state.repository.folder);
  if (change.title) pull.title = change.title;
  if (change.body !== undefined) pull.body = change.body;
  if (change.assignees !== undefined) {
    const problem = findPeopleProblem(state, change.assignees, []);
    if (problem !== null) return problem;
    pull.assignees = change.assignees;
  }
  if (change.labels !== undefined) pull.labels = change.labels;
  if (change.state !== undefined) {
    if (pull.merged) {
      return fail(state, 412, "cannot change state of this pull request, it was already merged");
    }
    pull.state = change.state === "closed" ? "closed" : "open";
  }
  if (change.base && change.base !== pull.base && !pull.merged) {
    if (!branches.has(change.base)) return fail(state, 404, `new base '${change.base}' not exist`);
    const same = findUnmerged(state, { ...pull, base: change.base });
    if (same !== undefined) return fail(state, 409, duplicateWords(state, same));
    if (pull.state === "closed") return fail(state, 422, "issue is closed");
    pull.base = change.base;
  }
  return await show(state, pull, 201);
}

function requestReviews({ state, params, body }: GiteaCall): FakeAnswer {
  const pull = findPull(state, params[2]!);
  if (pull === undefined) return fail(state, 404, "not found");
  const { reviewers = [], team_reviewers: teams = [] } = body as {
    reviewers?: string[];
    team_reviewers?: string[];
  };
  const problem = findPeopleProblem(state, [], reviewers);
  if (problem !== null) return problem;
  const noTeam = teams.find((name) => !state.teams?.some((team) => team.name === name));
  if (noTeam !== undefined) return fail(state, 404, `Team '${noTeam}' not exist`);
  for (const login of reviewers) {
    if (login === pull.author) return fail(state, 422, "poster of pr can't be reviewer");
    if (permissionOf(state, login) === "none") return fail(state, 422, "Reviewer can't read");
    if (!pull.reviewers.includes(login)) pull.reviewers.push(login);
  }
  pull.reviewers.push(...teams.map((name) => `team:${name}`));
  const review = (login: string) => ({
    id: newId(state),
    user: userJson(state, login),
    state: "REQUEST_REVIEW",
  });
  return { status: 201, body: reviewers.map(review) };
}
