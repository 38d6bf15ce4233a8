import type { FakeAnswer } from "./fake-server.ts";
import { refuse, toPage } from "./github-fake-answers.ts";
import { hasCommit } from "./github-fake-git.ts";
import { type Addresses, moment, toRepository, toUser } from "./github-fake-objects.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { type FakeCheckRun, type FakeState, type FakeSuite, nextId, userOf } from "./github-fake-state.ts";
import type { SceneCheck } from "./scene.ts";

type Json = Record<string, unknown>;

/** Whose check runs come by the API. */
export const ownApp = "Copydesk";

const noCommit = "0".repeat(40);
const ofCommit = "GET /repos/{owner}/{repo}/commits/{ref}";

export const checkRoutes: Route[] = [
  { operation: `${ofCommit}/check-runs`, need: [{ checks: "read" }], handle: listRuns },
  { operation: `${ofCommit}/check-suites`, need: [{ checks: "read" }], handle: listSuites },
  { operation: `${ofCommit}/status`, need: [{ statuses: "read" }], handle: showStatus },
];

/**
 * A run of the one suite that others have for the commit. Runs are never changed: another one comes after
 * them.
 */
export function addCheckRun(state: FakeState, { branch, commit, name, text, state: told }: SceneCheck): void {
  const known = state.suites.find((one) => one.commit === commit && one.app !== ownApp);
  const suite = known ?? addSuite(state, { commit, branch, app: "GitHub Actions" });
  const conclusion = { failed: "failure" as const, passed: "success" as const, running: null }[told];
  state.runs.push({ id: nextId(state), suite, name, text, conclusion });
  suite.conclusion = newestRuns(state, suite).some((run) => run.conclusion === "failure") ? "failure" : null;
}

export function addSuite(state: FakeState, made: Pick<FakeSuite, "commit" | "branch" | "app">): FakeSuite {
  const suite: FakeSuite = { id: nextId(state), ...made, conclusion: null };
  state.suites.push(suite);
  return suite;
}

/** As services report that know nothing of check runs. */
export function addStatus(state: FakeState, { commit, name, text, state: told }: SceneCheck): void {
  const word = { failed: "failure", passed: "success", running: "pending" }[told];
  state.statuses.push({ id: nextId(state), commit, context: name, state: word, description: text });
}

async function listRuns(call: Call): Promise<FakeAnswer> {
  const { state, addresses, url, path } = call;
  const refusal = await refuseCommit(call);
  if (refusal !== null) return refusal;
  const wanted = url.searchParams.get("check_name");
  const all = state.runs.filter(({ suite, name }) => suite.commit === path.ref && (wanted ?? name) === name);
  const isLatest = (url.searchParams.get("filter") ?? "latest") === "latest";
  const runs = isLatest ? all.filter((run) => newestRuns(state, run.suite).includes(run)) : all;
  const { items, headers } = toPage(url.href, runs.toReversed());
  const shown = items.map((run) => toCheckRun(state, addresses, run));
  return { status: 200, headers, body: { total_count: runs.length, check_runs: shown } };
}

async function listSuites(call: Call): Promise<FakeAnswer> {
  const { state, addresses, url, path, repository } = call;
  const refusal = await refuseCommit(call);
  if (refusal !== null) return refusal;
  const found = state.suites.filter(({ commit }) => commit === path.ref);
  const { items, headers } = toPage(url.href, found);
  const person = { name: "Copydesk", email: "bot@example.com" };
  const shown = items.map((suite) => ({
    ...toSuite(state, addresses, suite),
    repository: toRepository(state, addresses, repository),
    head_commit: {
      ...{ id: suite.commit, tree_id: noCommit, message: "Change a page", timestamp: moment },
      ...{ author: person, committer: person },
    },
    latest_check_runs_count: newestRuns(state, suite).length,
    check_runs_url: `${addresses.api}/repos/acme/docs/check-suites/${suite.id}/check-runs`,
  }));
  return { status: 200, headers, body: { total_count: found.length, check_suites: shown } };
}

/** The newest status of each context. */
async function showStatus(call: Call): Promise<FakeAnswer> {
  const { state, addresses, url, path, repository } = call;
  const refusal = await refuseCommit(call);
  if (refusal !== null) return refusal;
  const all = state.statuses.filter(({ commit }) => commit === path.ref);
  const newest = [...new Map(all.map((status) => [status.context, status])).values()];
  const { items, headers } = toPage(url.href, newest);
  const base = `${addresses.api}/repos/acme/docs`;
  const statuses = items.map(({ id, context, state: word, description, url: page }) => ({
    url: `${base}/statuses/${path.ref}`,
    avatar_url: null,
    id,
    node_id: `SC_${id}`,
    state: word,
    description,
    target_url: page ?? null,
    context,
    created_at: moment,
    updated_at: moment,
  }));
  const worst = ["failure", "pending"].find((word) => newest.some((one) => one.state === word));
  const body = {
    state: worst ?? (newest.length === 0 ? "pending" : "success"),
    statuses,
    sha: path.ref,
    total_count: newest.length,
    repository: toRepository(state, addresses, repository),
    commit_url: `${base}/commits/${path.ref}`,
    url: `${base}/commits/${path.ref}/status`,
  };
  return { status: 200, headers, body };
}

export async function refuseCommit({
  path,
  repository,
}: Pick<Call, "path" | "repository">): Promise<FakeAnswer | null> {
  const isThere = await hasCommit(repository.folder, path.ref!);
  return isThere ? null : refuse(422, `No commit found for SHA: ${path.ref}`);
}

/** The last of each name. */
function newestRuns(state: FakeState, suite: FakeSuite): FakeCheckRun[] {
  const ofSuite = state.runs.filter((run) => run.suite === suite);
  return [...new Map(ofSuite.map((run) => [run.name, run])).values()];
}

export function toCheckRun(state: FakeState, addresses: Addresses, run: FakeCheckRun): Json {
  const { id, suite, name, text, conclusion, made } = run;
  const base = `${addresses.api}/repos/acme/docs`;
  const page = `${addresses.origin}/acme/docs/runs/${id}`;
  return {
    id,
    node_id: `CR_${id}`,
    head_sha: suite.commit,
    name,
    external_id: made?.externalId ?? "",
    url: `${base}/check-runs/${id}`,
    html_url: page,
    details_url: made?.url ?? page,
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    started_at: moment,
    completed_at: conclusion === null ? null : moment,
    output: {
      title: text,
      summary: null,
      text: null,
      annotations_count: made?.annotations ?? 0,
      annotations_url: `${base}/check-runs/${id}/annotations`,
    },
    check_suite: toSuite(state, addresses, suite),
    app: toApp(state, addresses, suite.app),
    pull_requests: [],
  };
}

function toSuite(
  state: FakeState,
  addresses: Addresses,
  { id, branch, commit, app, conclusion }: FakeSuite,
): Json {
  return {
    id,
    node_id: `CS_${id}`,
    head_branch: branch,
    head_sha: commit,
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    url: `${addresses.api}/repos/acme/docs/check-suites/${id}`,
    before: noCommit,
    after: commit,
    pull_requests: [],
    app: toApp(state, addresses, app),
    created_at: moment,
    updated_at: moment,
  };
}

function toApp(state: FakeState, addresses: Addresses, name: string): Json {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  return {
    id: 15_368,
    slug,
    node_id: "MDM6QXBwMTUzNjg=",
    owner: toUser(addresses, userOf(state, "acme")),
    name,
    description: "",
    external_url: addresses.origin,
    html_url: `${addresses.origin}/apps/${slug}`,
    created_at: moment,
    updated_at: moment,
    permissions: {},
    events: [],
  };
}
