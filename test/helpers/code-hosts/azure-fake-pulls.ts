import {
  type AzureCall,
  cannotBeActivated,
  fail,
  invalidArgument,
  list,
  needsPermission,
  ok,
  pullNotFound,
  route,
} from "./azure-fake-call.ts";
import { type Completion, completePull, tryPull } from "./azure-fake-complete.ts";
import { pullJson } from "./azure-json.ts";
import {
  type AzurePull,
  type AzureRepository,
  type AzureState,
  addPull,
  bits,
  bot,
  findRepository,
  isAllowed,
} from "./azure-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const descriptionCharactersMax = 4_000;
const pulls = "/git/repositories/{repositoryId}/pullrequests";

export const pullRoutes = [
  route("Pull Requests_Get Pull Requests", `GET ${pulls}`, "code", listPulls),
  route("Pull Requests_Create", `POST ${pulls}`, "code_write", createPull),
  route("Pull Requests_Get Pull Request", `GET ${pulls}/{pullRequestId}`, "code", getPull),
  route("Pull Requests_Update", `PATCH ${pulls}/{pullRequestId}`, "code_write", updatePull),
];

/** Of the repository that is asked. */
export function findPull({ state, repository, params }: AzureCall): AzurePull | undefined {
  if (repository !== state.repository) return undefined;
  return state.pulls.find(({ number }) => String(number) === params[1]);
}

/** Newest first; 101 unless told otherwise, never more than 1,000. */
function listPulls({ state, query, repository }: AzureCall): FakeAnswer {
  const status = query.get("searchCriteria.status") ?? "active";
  const source = query.get("searchCriteria.sourceRefName");
  const target = query.get("searchCriteria.targetRefName");
  const found = state.pulls.filter(
    (pull) =>
      repository === state.repository &&
      (status === "all" || pull.status === status) &&
      (source === null || source === `refs/heads/${pull.source}`) &&
      (target === null || target === `refs/heads/${pull.target}`),
  );
  const top = Math.min(Number(query.get("$top") ?? 101), 1_000);
  const skip = Number(query.get("$skip") ?? 0);
  const page = found.toReversed().slice(skip, skip + top);
  return list(page.map((pull) => pullJson(state, pull, { isListed: true })));
}

async function getPull(call: AzureCall): Promise<FakeAnswer> {
  const pull = findPull(call);
  if (pull === undefined) return pullNotFound();
  const tried = await tryPull(call.state, pull);
  return ok({ ...pullJson(call.state, pull), ...tried });
}

interface CreateBody {
  sourceRefName?: string;
  targetRefName?: string;
  title?: string;
  description?: string;
  isDraft?: boolean;
  labels?: { name: string }[];
  forkSource?: { repository: { id: string } };
}

/** In the host's order: the branches' names before the repository, permission before the branches. */
async function createPull({ state, body, repository }: AzureCall): Promise<FakeAnswer> {
  const {
    sourceRefName,
    targetRefName,
    title = "",
    description = "",
    forkSource,
    ...more
  } = body as CreateBody;
  if (!sourceRefName || !targetRefName) {
    return invalidArgument("Both a source and target reference is required.");
  }
  if (title.trim() === "") return invalidArgument("A title is required.");
  if (description.length > descriptionCharactersMax) return tooLong();
  const fork = forkSource === undefined ? repository : findRepository(state, forkSource.repository.id);
  if (fork === repository && sourceRefName === targetRefName) {
    return invalidArgument("The source and the target of a pull request must differ.");
  }
  if (!isAllowed(state, bot, bits.contributeToPulls)) return needsPermission("PullRequestContribute");
  const source = fork === undefined ? null : await findBranch(fork, sourceRefName);
  const target = await findBranch(repository, targetRefName);
  if (fork === undefined || source === null || target === null) return cannotBeActivated();
  const pull = { source, sourceRepository: fork, target };
  if (findActive(state, pull) !== undefined) return duplicate();
  const added = addPull(state, { ...pull, author: bot, title, description });
  added.isDraft = more.isDraft ?? false;
  added.labels = (more.labels ?? []).map(({ name }) => name);
  return { status: 201, body: pullJson(state, added) };
}

interface UpdateBody extends Completion {
  title?: string;
  description?: string;
  targetRefName?: string;
  status?: AzurePull["status"];
  isDraft?: boolean;
}

/** Told another target, the host does nothing else. */
async function updatePull(call: AzureCall): Promise<FakeAnswer> {
  const { state, body, repository } = call;
  const change = body as UpdateBody;
  if (change.title !== undefined && change.title.trim() === "")
    return invalidArgument("A title is required.");
  const pull = findPull(call);
  if (pull === undefined) return pullNotFound();
  if (!isAllowed(state, bot, bits.contributeToPulls)) return needsPermission("PullRequestContribute");
  if (pull.status === "completed") return notEditable();
  if (change.targetRefName !== undefined) {
    if (pull.status !== "active") return notEditable();
    const target = await findBranch(repository, change.targetRefName);
    if (target === null) return cannotBeActivated();
    if (findActive(state, { ...pull, target }) !== undefined) return duplicate();
    pull.target = target;
    return ok(pullJson(state, pull));
  }
  if ((change.description ?? "").length > descriptionCharactersMax) return tooLong();
  if (change.status === "completed") return await completePull(state, pull, change);
  if (Object.keys(change).length === 0) return invalidArgument("Nothing is to be updated.");
  Object.assign(pull, change);
  return ok(pullJson(state, pull));
}

async function findBranch(repository: AzureRepository, refName: string): Promise<string | null> {
  const [, branch] = /^refs\/heads\/(.+)$/.exec(refName) ?? [];
  return branch !== undefined && (await branchCommits(repository.folder)).has(branch) ? branch : null;
}

function findActive(
  state: AzureState,
  { source, sourceRepository, target }: Pick<AzurePull, "source" | "sourceRepository" | "target">,
): AzurePull | undefined {
  return state.pulls.find(
    (one) =>
      one.status === "active" &&
      one.source === source &&
      one.sourceRepository === sourceRepository &&
      one.target === target,
  );
}

function duplicate(): FakeAnswer {
  return fail(
    409,
    "GitPullRequestExistsException",
    "TF401179: An active pull request for the source and target branch already exists.",
  );
}

function notEditable(): FakeAnswer {
  return fail(
    400,
    "GitPullRequestNotEditableException",
    "TF401181: The pull request cannot be edited due to its state.",
  );
}

function tooLong(): FakeAnswer {
  return invalidArgument(`The description is longer than ${descriptionCharactersMax} characters.`);
}
