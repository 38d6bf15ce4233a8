import { z } from "zod";
import { branchCommit } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { type FieldError, invalid, notFound, refuse, toPage } from "./github-fake-answers.ts";
import { hasNewCommits } from "./github-fake-git.ts";
import { toPull, toSimplePull } from "./github-fake-pull-objects.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { type FakePull, type FakeRepository, type FakeState, nextId, userOf } from "./github-fake-state.ts";
import { tryPull } from "./github-fake-try.ts";

const readPulls = [{ pull_requests: "read" as const }];
const writePulls = [{ pull_requests: "write" as const }];
const bodyCharactersMax = 65_536;
const titleCharactersMax = 256;
const noCommit = "0".repeat(40);

const newPull = z.strictObject({
  title: z.string().optional(),
  head: z.string(),
  base: z.string(),
  body: z.string().optional(),
  draft: z.boolean().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

const changedPull = z.strictObject({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

const reviewers = z.strictObject({
  reviewers: z.array(z.string()).optional(),
  team_reviewers: z.array(z.string()).optional(),
});

export const pullRoutes: Route[] = [
  {
    operation: "GET /repos/{owner}/{repo}/pulls",
    need: readPulls,
    async handle(call) {
      const { items, headers } = toPage(call.url.href, listPulls(call));
      const shown = items.map(async (pull) =>
        toSimplePull(call.state, call.addresses, await view(call, pull)),
      );
      return { status: 200, body: await Promise.all(shown), headers };
    },
  },
  { operation: "POST /repos/{owner}/{repo}/pulls", need: writePulls, body: newPull, handle: openPull },
  {
    operation: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
    need: readPulls,
    async handle(call) {
      const pull = findPull(call);
      if (pull === undefined) return notFound;
      const shown = toPull(call.state, call.addresses, await view(call, pull));
      return { status: 200, body: { ...shown, ...(await tryPull(call, pull)) } };
    },
  },
  {
    operation: "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
    need: writePulls,
    body: changedPull,
    handle: changePull,
  },
  {
    operation: "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
    need: writePulls,
    body: reviewers,
    handle: requestReviewers,
  },
];

export function findPull({ state, path }: Pick<Call, "state" | "path">): FakePull | undefined {
  return state.pulls.find(({ number }) => String(number) === (path.pull_number ?? path.issue_number));
}

/** GitHub leaves out a `head` that does not name an owner. */
function listPulls({ state, url }: Call): FakePull[] {
  const query = url.searchParams;
  const wanted = query.get("state") ?? "open";
  const head = query.get("head");
  const found = state.pulls
    .filter((pull) => wanted === "all" || pull.state === wanted)
    .filter((pull) => !head?.includes(":") || `${pull.headRepository.owner}:${pull.head}` === head)
    .filter((pull) => (query.get("base") ?? pull.base) === pull.base);
  return query.get("direction") === "asc" ? found : found.toReversed();
}

export async function view({ repository }: Pick<Call, "repository">, pull: FakePull) {
  const [head, base] = await Promise.all([
    branchCommit(pull.headRepository.folder, pull.head),
    branchCommit(repository.folder, pull.base),
  ]);
  return { pull, repository, sha: { head: head ?? noCommit, base: base ?? noCommit } };
}

async function openPull(call: Call): Promise<FakeAnswer> {
  const { state, addresses, repository, who } = call;
  const wanted = call.body as z.output<typeof newPull>;
  const [owner, head] = wanted.head.includes(":")
    ? (wanted.head.split(":", 2) as [string, string])
    : [repository.owner, wanted.head];
  const headRepository = state.repositories.find(
    (known) => known.owner === owner && (known === repository || known.parent === repository),
  );
  const refusal = await refusePull(call, { ...wanted, head, headRepository });
  if (refusal !== null) return refusal;
  // Nothing is awaited from here on: of several at once, one is opened.
  const duplicate = refuseDuplicate(state, { head, base: wanted.base, headRepository: headRepository! });
  if (duplicate !== null) return duplicate;
  const pull = addPull(state, {
    author: who.login,
    title: wanted.title!,
    body: wanted.body ?? null,
    base: wanted.base,
    head,
    headRepository: headRepository!,
    draft: wanted.draft ?? false,
    maintainerCanModify: wanted.maintainer_can_modify ?? false,
  });
  return { status: 201, body: toPull(state, addresses, await view(call, pull)) };
}

function refuseDuplicate(
  state: FakeState,
  { head, base, headRepository }: Pick<FakePull, "head" | "base" | "headRepository">,
): FakeAnswer | null {
  const isThere = state.pulls.some(
    (pull) =>
      pull.state === "open" &&
      pull.base === base &&
      pull.head === head &&
      pull.headRepository === headRepository,
  );
  return isThere ? custom(`A pull request already exists for ${headRepository.owner}:${head}.`) : null;
}

export function addPull(
  state: FakeState,
  made: Pick<
    FakePull,
    "author" | "title" | "body" | "base" | "head" | "headRepository" | "draft" | "maintainerCanModify"
  >,
): FakePull {
  const pull: FakePull = {
    ...made,
    id: nextId(state),
    number: state.pulls.length + 1,
    state: "open",
    mergedAt: null,
    labels: [],
    reviewers: [],
    teams: [],
    assignees: [],
    comments: [],
    reviews: [],
    lineComments: [],
  };
  state.pulls.push(pull);
  return pull;
}

async function refusePull(
  { repository }: Call,
  wanted: z.output<typeof newPull> & { headRepository: FakeRepository | undefined },
): Promise<FakeAnswer | null> {
  const { head, base, headRepository } = wanted;
  if (repository.archived) return refuse(403, "Repository was archived so is read-only.");
  const headCommit = headRepository === undefined ? null : await branchCommit(headRepository.folder, head);
  const baseCommit = await branchCommit(repository.folder, base);
  const errors: FieldError[] = [
    ...(wanted.title ? [] : [{ resource: "PullRequest", code: "missing_field", field: "title" }]),
    ...lengthErrors(wanted),
    ...(headCommit === null ? [{ resource: "PullRequest", field: "head", code: "invalid" }] : []),
    ...(baseCommit === null ? [{ resource: "PullRequest", field: "base", code: "invalid" }] : []),
  ];
  if (errors.length > 0) return invalid(...errors);
  if (wanted.draft && !repository.hasDrafts) {
    return refuse(422, "Draft pull requests are not supported in this repository.");
  }
  const sides = [
    { folder: repository.folder, commit: baseCommit! },
    { folder: headRepository!.folder, commit: headCommit! },
  ] as const;
  if (!(await hasNewCommits(...sides))) {
    return custom(`No commits between ${base} and ${head}`);
  }
  return null;
}

function custom(message: string): FakeAnswer {
  return invalid({ resource: "PullRequest", code: "custom", message });
}

function lengthErrors({ title, body }: { title?: string; body?: string }): FieldError[] {
  const tooLong = (field: string, charactersMax: number) => ({
    resource: "PullRequest",
    code: "custom",
    field,
    message: `${field} is too long (maximum is ${charactersMax} characters)`,
  });
  return [
    ...((title ?? "").length > titleCharactersMax ? [tooLong("title", titleCharactersMax)] : []),
    ...((body ?? "").length > bodyCharactersMax ? [tooLong("body", bodyCharactersMax)] : []),
  ];
}

async function changePull(call: Call): Promise<FakeAnswer> {
  const { state, addresses, repository } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  const { title, body, base, state: wanted } = call.body as z.output<typeof changedPull>;
  const errors = lengthErrors({ title, body });
  if (base !== undefined && (await branchCommit(repository.folder, base)) === null) {
    errors.push({ resource: "PullRequest", field: "base", code: "invalid" });
  }
  if (base !== undefined && pull.state === "closed") {
    const message = "Cannot change the base branch of a closed pull request.";
    errors.push({ resource: "PullRequest", field: "base", code: "invalid", message });
  }
  if (errors.length > 0) return invalid(...errors);
  Object.assign(pull, {
    title: title ?? pull.title,
    body: body ?? pull.body,
    base: base ?? pull.base,
    state: pull.mergedAt === null ? (wanted ?? pull.state) : pull.state,
  });
  return { status: 200, body: toPull(state, addresses, await view(call, pull)) };
}

/** One that may not review costs all of them. */
async function requestReviewers(call: Call): Promise<FakeAnswer> {
  const { state, addresses, repository } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  const wanted = call.body as z.output<typeof reviewers>;
  const { reviewers: users = [], team_reviewers: teams = [] } = wanted;
  if (users.includes(pull.author)) {
    return refuse(422, "Review cannot be requested from pull request author.");
  }
  const isUnknown =
    users.some((login) => userOf(state, login).role === null) ||
    teams.some((team) => !state.teams.includes(team));
  if (isUnknown) {
    return refuse(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repository.owner}/${repository.name} repository.`,
    );
  }
  pull.reviewers = [...new Set([...pull.reviewers, ...users])];
  pull.teams = [...new Set([...pull.teams, ...teams])];
  return { status: 201, body: toSimplePull(state, addresses, await view(call, pull)) };
}
