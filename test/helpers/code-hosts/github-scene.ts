import { createHash, generateKeyPairSync } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { githubModule } from "../../../src/code-hosts/github/module.ts";
import type { HostCredentials } from "../../../src/code-hosts/types.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from "./fake-server.ts";
import { accessHeaders, admit } from "./github-fake-access.ts";
import { notFound, refuse } from "./github-fake-answers.ts";
import { appRoutes } from "./github-fake-apps.ts";
import { addCheckRun, addStatus, checkRoutes } from "./github-fake-checks.ts";
import { commitRoutes } from "./github-fake-commits.ts";
import { makeDelivery, say } from "./github-fake-deliveries.ts";
import { issueRoutes } from "./github-fake-issues.ts";
import type { Addresses } from "./github-fake-objects.ts";
import { addPull, pullRoutes } from "./github-fake-pulls.ts";
import { reportRoutes } from "./github-fake-reports.ts";
import { reviewRoutes } from "./github-fake-reviews.ts";
import { type Call, type Route, repositoryRoutes } from "./github-fake-routes.ts";
import {
  allPermissions,
  createFakeApp,
  createFakeState,
  type FakeState,
  findRepository,
} from "./github-fake-state.ts";
import { talkRoutes } from "./github-fake-talk.ts";
import { type GithubValidator, loadGithubValidator } from "./github-validator.ts";
import { mergeBranches } from "./merge-branches.ts";
import type { HostScene, SceneCheck, SceneFeatures, ShownCheck } from "./scene.ts";
import { createSceneRepository } from "./scene-repository.ts";

export type GithubCredentials = "classic" | "fine-grained" | "app";

export interface GithubScene extends Omit<HostScene, "delivery" | "say"> {
  state: FakeState;
  /** What was sent or answered otherwise than GitHub describes; such requests are answered 599. */
  differences: string[];
  /** Whether GitHub's description is there to be compared with. */
  isDescribed: boolean;
  say(words: Parameters<typeof say>[1]): ReturnType<typeof say>;
  delivery(
    event: Parameters<typeof makeDelivery>[1],
    secret: string,
    deliveryId: string,
  ): ReturnType<typeof makeDelivery>;
}

interface Fake {
  state: FakeState;
  validator: GithubValidator | null;
  differences: string[];
  addresses(): Addresses;
}

const routes: { route: Route; method: string; pattern: RegExp; names: string[] }[] = [
  ...repositoryRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...commitRoutes,
  ...talkRoutes,
  ...reviewRoutes,
  ...checkRoutes,
  ...reportRoutes,
  ...appRoutes,
].map((route) => {
  const [method = "", path = ""] = route.operation.split(" ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return { route, method, pattern, names };
});

const token = "github_pat_11ABCDEFG0abcdefghijkl_secretsecretsecret";
const keys = new Map<string, string>();

/** One key for all scenes of a process: making one takes longer than a scene. */
function appKey(): string {
  const known = keys.get("app");
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  keys.set("app", pem);
  return pem;
}

export function githubFeatures(credentials: GithubCredentials): SceneFeatures {
  return {
    labels: true,
    reviewers: true,
    assignees: true,
    drafts: true,
    forks: credentials === "classic",
    apiCommits: true,
    webhooks: true,
    listedComments: true,
    // A classic token has one scope for everything.
    withheldReports: credentials !== "classic",
    // Fine-grained tokens cannot be given the permission for check runs.
    allChecks: credentials !== "fine-grained",
    boundMerges: true,
    refusesOwnApproval: true,
  };
}

/** GitHub Enterprise Server on one origin: API below /api, git beside it. */
export async function startGithubScene(
  options: { credentials?: GithubCredentials } = {},
): Promise<GithubScene> {
  const { credentials = "classic" } = options;
  const repository = await createSceneRepository("acme/docs.git");
  const state = createFakeState(repository.folder);
  const used = addCredentials(state, credentials);
  const fake: Fake = {
    state,
    validator: await loadGithubValidator(),
    differences: [],
    addresses: () => ({ api: `${server.url}/api/v3`, origin: server.url }),
  };
  const server: FakeServer = await startFakeServer({
    gitRoot: repository.root,
    gitPath: (pathname) => (/^\/[^/]+\/[^/]+\.git\//.test(pathname) ? pathname : null),
    mayUseGit: (password, write, path) =>
      mayUseGit(state, password, write && path.startsWith("/acme/docs.git/")),
    handle: (request) => answer(fake, request),
  });
  return {
    name: `GitHub (${credentials})`,
    module: githubModule,
    features: githubFeatures(credentials),
    repository: `${server.url}/acme/docs.git`,
    gitFolder: repository.folder,
    forkFolder: repository.folder.replace("/acme/", "/bot/"),
    state,
    differences: fake.differences,
    isDescribed: fake.validator !== null,
    options: (overrides = {}) => ({
      repository: `${server.url}/acme/docs.git`,
      apiUrl: null,
      credentials: used,
      fetch,
      sleep: (ms, signal) => wait(Math.min(ms, 20), undefined, { signal }),
      ...overrides,
    }),
    requests: server.requests,
    fail: server.fail,
    ...peopleOf(fake, repository.folder),
    async close() {
      await server.close();
      await repository.remove();
    },
  };
}

function addCredentials(state: FakeState, kind: GithubCredentials): HostCredentials {
  if (kind === "app") {
    state.app = createFakeApp(12_345, appKey());
    return { app: { id: "12345", privateKey: appKey() } };
  }
  state.tokens.set(token, {
    kind,
    login: "bot",
    // There is no permission for checks that such a token could have.
    permissions: kind === "classic" ? {} : { ...allPermissions, checks: undefined },
    scopes: kind === "classic" ? ["repo"] : [],
    endsAt: Number.POSITIVE_INFINITY,
  });
  return { token };
}

function mayUseGit(state: FakeState, password: string | null, write: boolean): boolean {
  const who = password === null ? undefined : state.tokens.get(password);
  if (who === undefined || who.endsAt <= Date.now()) return false;
  const may = who.kind === "classic" ? who.scopes.includes("repo") : who.permissions.contents === "write";
  return may && !(write && state.readOnly);
}

/** What people do on GitHub's pages, and what is seen there. */
function peopleOf(fake: Fake, folder: string) {
  const { state } = fake;
  const repository = findRepository(state, "acme", "docs")!;
  const find = (number: number) => state.pulls.find((pull) => pull.number === number)!;
  const context = () => ({ state, addresses: fake.addresses(), repository, validator: fake.validator });
  return {
    pullRequests: () =>
      state.pulls.map((pull) => ({
        number: pull.number,
        title: pull.title,
        body: pull.body ?? "",
        base: pull.base,
        head: pull.head,
        headOwner: pull.headRepository === repository ? null : pull.headRepository.owner,
        state: pull.mergedAt === null ? pull.state : ("merged" as const),
        draft: pull.draft,
        labels: pull.labels,
        reviewers: pull.reviewers,
        assignees: pull.assignees,
        comments: pull.comments.map(({ body }) => body),
      })),
    async merge(number: number) {
      const pull = find(number);
      await mergeBranches({
        folder,
        base: pull.base,
        headFolder: pull.headRepository.folder,
        head: pull.head,
        message: `Merge ${pull.head}`,
      });
      Object.assign(pull, { state: "closed", mergedAt: "2026-01-26T19:01:12Z" });
    },
    closePullRequest(number: number) {
      find(number).state = "closed";
    },
    editPullRequest: (number: number, change: { title?: string; body?: string }) =>
      void Object.assign(find(number), change),
    seedPullRequest(seeded: { head: string; base: string; title: string; body: string }) {
      const made = { author: "bot", headRepository: repository, draft: false, maintainerCanModify: false };
      return addPull(state, { ...seeded, ...made }).number;
    },
    protect(words: string) {
      state.protection = words;
    },
    authoredBy(number: number, name: string) {
      find(number).author = name;
    },
    revokeCredentials() {
      state.tokens.clear();
      state.app = null;
    },
    refusePushes() {
      state.readOnly = true;
    },
    withholdPermission() {
      for (const who of state.tokens.values()) {
        who.permissions.pull_requests = "read";
        who.scopes = who.scopes.filter((scope) => scope !== "repo");
      }
      if (state.app !== null) state.app.installation.permissions.pull_requests = "read";
    },
    say: (words: Parameters<typeof say>[1]) => say(context(), words),
    setCheck(check: SceneCheck) {
      const [credentials] = state.tokens.values();
      if (credentials?.kind === "fine-grained") addStatus(state, check);
      else addCheckRun(state, check);
    },
    shownChecks: (commit: string): ShownCheck[] => [
      ...state.runs.flatMap(({ suite, name, text, conclusion, made }) =>
        suite.commit === commit && made !== undefined
          ? [{ name, state: conclusion ?? "", text, url: made.url }]
          : [],
      ),
      ...state.statuses
        .filter((status, at, all) => !all.slice(at + 1).some(({ context }) => context === status.context))
        .flatMap(({ commit: of, context, state: word, description, url }) =>
          of === commit && url !== undefined ? [{ name: context, state: word, text: description, url }] : [],
        ),
    ],
    withholdReporting() {
      for (const who of [...state.tokens.values(), ...(state.app === null ? [] : [state.app.installation])])
        Object.assign(who.permissions, { checks: "read", statuses: "read" });
    },
    withholdReading() {
      for (const who of [...state.tokens.values(), ...(state.app === null ? [] : [state.app.installation])]) {
        for (const name of ["issues", "pull_requests", "checks", "statuses"]) delete who.permissions[name];
        if ("scopes" in who) who.scopes = [];
      }
    },
    delivery: (event: Parameters<typeof makeDelivery>[1], secret: string, deliveryId: string) =>
      makeDelivery(context(), event, { secret, deliveryId }),
  };
}

async function answer(fake: Fake, request: FakeRequest): Promise<FakeAnswer> {
  const { state } = fake;
  const url = new URL(request.path, fake.addresses().origin);
  const isGraphql = url.pathname === "/api/graphql";
  const path = isGraphql ? "/graphql" : url.pathname.replace(/^\/api\/v3(?=\/)/, "");
  if (!isGraphql && path === url.pathname) return notFound;
  const made = await route(fake, { request, url, path });
  try {
    if (!isGraphql) fake.validator?.assertAnswer(request, path, made);
  } catch (error) {
    fake.differences.push((error as Error).message);
    return { status: 599, body: { message: (error as Error).message } };
  }
  state.remaining -= 1;
  const etag = `W/"${createHash("sha256")
    .update(JSON.stringify(made.body ?? ""))
    .digest("hex")}"`;
  const headers = {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(state.remaining),
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + 3_600),
    "x-github-media-type": "github.v3; format=json",
    ...accessHeaders(state, request),
    ...made.headers,
  };
  if (request.method !== "GET" || made.status !== 200) return { ...made, headers };
  const isKnown = request.headers["if-none-match"] === etag;
  return isKnown
    ? { status: 304, headers: { ...headers, etag } }
    : { ...made, headers: { ...headers, etag } };
}

async function route(
  fake: Fake,
  { request, url, path }: { request: FakeRequest; url: URL; path: string },
): Promise<FakeAnswer> {
  const { state } = fake;
  if (!request.headers["user-agent"]) return refuse(403, "Request forbidden by administrative rules.");
  const version = request.headers["x-github-api-version"];
  if (version !== undefined && version !== "2022-11-28") return refuse(400, `${version} is not supported`);
  const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
  if (found === undefined) return notFound;
  const values = found.pattern.exec(path)!.slice(1).map(decodeURIComponent);
  const named = Object.fromEntries(found.names.map((name, at) => [name, values[at]!]));
  const admission = admit(state, request, found.route.need);
  if (admission.refusal !== null) return admission.refusal;
  const moved = state.moved.get(`${named.owner}/${named.repo}`);
  if (moved !== undefined) return redirect(fake, moved, path);
  const repository = named.owner === undefined ? undefined : findRepository(state, named.owner, named.repo!);
  if (named.owner !== undefined && repository === undefined) return notFound;
  const body = found.route.body?.safeParse(request.body ?? {});
  const refusal = fake.validator?.refuseRequest(request, path) ?? null;
  if (refusal !== null) fake.differences.push(`${found.route.operation}: ${refusal}`);
  if (refusal !== null || body?.success === false) {
    return refuse(422, `Invalid request.\n\n${refusal ?? body?.error?.issues[0]?.message}`);
  }
  const call = { state, addresses: fake.addresses(), request, url, path: named };
  return await found.route.handle({ ...call, body: body?.data, repository, who: admission.who } as Call);
}

function redirect(fake: Fake, { id }: { id: number }, path: string): FakeAnswer {
  const location = `${fake.addresses().api}/repositories/${id}${path.replace(/^\/repos\/[^/]+\/[^/]+/, "")}`;
  const body = {
    message: "Moved Permanently",
    url: location,
    documentation_url: "https://docs.github.com/rest",
  };
  return { status: 301, headers: { location }, body };
}
