import { type DataCenterCall, fail, page, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { showPulls } from "./bitbucket-data-center-fake-pulls.ts";
import { userJson } from "./bitbucket-data-center-json.ts";
import {
  type DataCenterPull,
  type DataCenterState,
  findPull,
  findUser,
} from "./bitbucket-data-center-state.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { landBranch, type Sides, type Tried, tryBranches } from "./review-branches.ts";

const repository = "/api/1.0/projects/{key}/repos/{slug}";
const pull = `${repository}/pull-requests/{id}`;

export const reviewRoutes: FakeRoute<DataCenterCall>[] = [
  route(`GET ${repository}/settings/pull-requests`, "REPO_READ", readSettings),
  route(`GET ${pull}/merge`, "REPO_READ", onPull(checkMerge)),
  route(`POST ${pull}/merge`, "token REPO_WRITE", onPull(merge)),
  route(`POST ${pull}/decline`, "token REPO_WRITE", onPull(decline)),
  route(`GET ${pull}/changes`, "REPO_READ", onPull(listChanges)),
  route(`PUT ${pull}/participants/{user}`, "token REPO_WRITE", onPull(approve)),
];

type Handle = (call: DataCenterCall, found: DataCenterPull) => Promise<FakeAnswer> | FakeAnswer;

function onPull(handle: Handle): FakeRoute<DataCenterCall>["handle"] {
  return (call) => {
    const { id = "" } = call.params;
    const found = findPull(call.state, id);
    if (found !== undefined) return handle(call, found);
    return fail(404, "NoSuchPullRequestException", `Pull request ${id} does not exist in ACME/docs.`);
  };
}

function readSettings(): FakeAnswer {
  const strategy = (id: string, enabled: boolean) => ({ id, name: id, enabled, flag: `--${id}` });
  const strategies = [strategy("no-ff", true), strategy("squash", true), strategy("ff-only", false)];
  const mergeConfig = { type: "DEFAULT", defaultStrategy: strategies[0], strategies };
  return { status: 200, body: { mergeConfig, requiredApprovers: 0 } };
}

function sidesOf(state: DataCenterState, { base, head, headRepository }: DataCenterPull): Sides {
  return { folder: state.repository.folder, base, headFolder: headRepository.folder, head };
}

/** Unknown until it was tried in the background. */
async function checkMerge({ state }: DataCenterCall, found: DataCenterPull): Promise<FakeAnswer> {
  const tried = await tryBranches(sidesOf(state, found));
  const key = `${tried?.baseCommit} ${tried?.headCommit}`;
  const isFresh = found.tried !== key;
  found.tried = key;
  const conflicted = !isFresh && tried !== null && tried.conflicts.length > 0;
  const outcome = isFresh ? "UNKNOWN" : conflicted ? "CONFLICTED" : "CLEAN";
  const canMerge = !isFresh && !conflicted && !found.draft;
  return { status: 200, body: { canMerge, conflicted, outcome, vetoes: [] } };
}

function refuseVersion({ query }: DataCenterCall, { version }: DataCenterPull): FakeAnswer | null {
  if (query.get("version") === String(version)) return null;
  const words = "You are attempting to modify a pull request based on out-of-date information.";
  return fail(409, "PullRequestOutOfDateException", words, { currentVersion: version });
}

function refuseEnded({ state }: DataCenterPull): FakeAnswer | null {
  if (state === "OPEN") return null;
  const words = `This pull request has already been ${state.toLowerCase()}.`;
  return fail(409, "IllegalPullRequestStateException", words);
}

async function merge(call: DataCenterCall, found: DataCenterPull): Promise<FakeAnswer> {
  const { state, body } = call;
  const shape = {
    version: "number",
    message: "string",
    strategyId: "string",
    autoSubject: "boolean",
  } as const;
  const problem = refuseBody(body, shape) ?? refuseEnded(found) ?? refuseVersion(call, found);
  if (problem !== null) return problem;
  const tried = await tryBranches(sidesOf(state, found));
  const veto = tried === null ? "A branch is gone." : findVeto(state, found, tried);
  if (veto !== null) return fail(409, null, veto);
  const { message = "", strategyId } = body as { message?: string; strategyId?: string };
  const how = { isSquash: strategyId === "squash", message };
  found.mergeCommit = await landBranch(sidesOf(state, found), tried!, how);
  found.state = "MERGED";
  found.version += 1;
  return { status: 200, body: (await showPulls(state, [found]))[0] };
}

function findVeto({ protection }: DataCenterState, { draft }: DataCenterPull, tried: Tried): string | null {
  if (draft) return "Draft pull requests cannot be merged.";
  if (tried.conflicts.length > 0) return "The pull request has conflicts and cannot be merged.";
  return protection;
}

async function decline(call: DataCenterCall, found: DataCenterPull): Promise<FakeAnswer> {
  const shape = { version: "number", comment: "string" } as const;
  const problem = refuseBody(call.body, shape) ?? refuseEnded(found) ?? refuseVersion(call, found);
  if (problem !== null) return problem;
  found.state = "DECLINED";
  found.version += 1;
  return { status: 200, body: (await showPulls(call.state, [found]))[0] };
}

async function listChanges(call: DataCenterCall, found: DataCenterPull): Promise<FakeAnswer> {
  const tried = await tryBranches(sidesOf(call.state, found));
  const toPath = (path: string) => ({ components: path.split("/"), name: path, toString: path });
  const values = ["index.md"].map((path) => ({
    ...{ contentId: "a".repeat(40), path: toPath(path), type: "MODIFY", nodeType: "FILE" },
    ...(tried?.conflicts.includes(path) ? { conflict: { ourChange: {}, theirChange: {} } } : {}),
  }));
  return page(call, values);
}

async function approve(call: DataCenterCall, found: DataCenterPull): Promise<FakeAnswer> {
  const { state, params, body } = call;
  const problem = refuseBody(body, { status: "string!", lastReviewedCommit: "string" });
  if (problem !== null) return problem;
  const user = findUser(state, params.user!);
  if (user === undefined || user !== state.tokenOwner) {
    return fail(401, "AuthorisationException", "You are not permitted to access this resource");
  }
  if (user === found.author) return fail(409, null, "Authors may not update their status.");
  const { lastReviewedCommit } = body as { lastReviewedCommit?: string };
  const tried = await tryBranches(sidesOf(state, found));
  if (lastReviewedCommit !== undefined && lastReviewedCommit !== tried?.headCommit) {
    return fail(409, null, "The commit is not the latest of the pull request.");
  }
  found.approvedBy = [...new Set([...(found.approvedBy ?? []), user])];
  const said = { role: "REVIEWER", approved: true, status: "APPROVED" };
  return { status: 200, body: { user: userJson(state, user), ...said } };
}
