import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { azureDevopsModule } from "../../../src/code-hosts/azure-devops/module.ts";
import { temporaryFolder } from "../git-fixture.ts";
import { buildEvent, commentEvent, pullEvent, pushEvent, sendDelivery } from "./azure-deliveries.ts";
import { type AzureDescription, loadAzureDescription } from "./azure-description.ts";
import { answerAzure } from "./azure-fake-api.ts";
import {
  type AzureBuild,
  type AzurePlace,
  type AzurePull,
  type AzureState,
  addPull,
  addThread,
  bits,
  bot,
  findRepository,
  findUser,
  guid,
  makeAzureState,
  newId,
} from "./azure-state.ts";
import { startFakeServer } from "./fake-server.ts";
import { mergeBranches } from "./merge-branches.ts";
import type {
  HostScene,
  SceneCheck,
  SceneDelivery,
  SceneFeatures,
  ScenePullRequest,
  SceneWords,
} from "./scene.ts";
import { createSceneRepository, type SceneRepository } from "./scene-repository.ts";

export interface AzureScene extends HostScene {
  state: AzureState;
  /** Of the organization or collection. */
  baseUrl: string;
  userId(name: string): string;
}

export interface AzureScenes {
  features: SceneFeatures;
  /** Null: only the fake's own checks are there. */
  description: AzureDescription | null;
  start(options?: { base?: string; project?: string }): Promise<AzureScene>;
  close(): Promise<void>;
}

const features: SceneFeatures = {
  labels: true,
  reviewers: true,
  assignees: false,
  drafts: true,
  forks: true,
  apiCommits: false,
  webhooks: true,
  lineComments: false,
  listedComments: true,
  boundMerges: true,
};

/** Scenes that share what is the same in all of them. */
export async function prepareAzureScenes(): Promise<AzureScenes> {
  const description = await loadAzureDescription();
  const template = await createSceneRepository("docs");
  return {
    features,
    description,
    start: ({ base = "/acme", project = "Team Docs" } = {}) =>
      startAzureScene({ base, project, description, template }),
    close: () => template.remove(),
  };
}

async function startAzureScene(options: {
  base: string;
  project: string;
  description: AzureDescription | null;
  template: SceneRepository;
}): Promise<AzureScene> {
  const { base, project, description, template } = options;
  const root = await temporaryFolder();
  const folder = join(root, "docs");
  await cp(template.folder, folder, { recursive: true });
  const state = makeAzureState({ base, project, root, folder });
  const problems: string[] = [];
  const server = await startFakeServer({
    gitRoot: root,
    gitPath: (path) => toGitPath(state, path),
    mayUseGit: (password, write, path) =>
      !state.isRevoked &&
      password === state.token &&
      !(write && state.refusesPushes && path.startsWith("/docs/")),
    async handle(request) {
      const { answer, problem } = await answerAzure(state, description, request);
      if (problem !== null) problems.push(problem);
      return answer;
    },
  });
  state.url = server.url;
  const baseUrl = `${server.url}${base.split("/").map(encodeURIComponent).join("/")}`;
  const repository = `${baseUrl}/${encodeURIComponent(project)}/_git/docs`;
  return {
    name: "azure-devops",
    module: azureDevopsModule,
    features,
    repository,
    gitFolder: folder,
    forkFolder: join(root, `docs.${bot}`),
    requests: server.requests,
    fail: server.fail,
    state,
    baseUrl,
    options: (overrides) => ({
      repository,
      apiUrl: null,
      credentials: { token: state.token },
      fetch,
      sleep: (ms, signal) => shortSleep(ms, signal),
      ...overrides,
    }),
    userId: (name) => findUser(state, name)?.id ?? guid(404),
    pullRequests: () => state.pulls.map((pull) => toScenePullRequest(state, pull)),
    ...peopleOf(state),
    async close() {
      await server.close();
      await rm(root, { recursive: true, force: true });
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
  };
}

/** What people do on the host's pages, and what it tells about that. */
function peopleOf(state: AzureState) {
  return {
    merge: (number: number) => mergePull(state, mustFind(state, number)),
    closePullRequest(number: number) {
      mustFind(state, number).status = "abandoned";
    },
    editPullRequest(number: number, { title, body }: { title?: string; body?: string }) {
      const pull = mustFind(state, number);
      Object.assign(pull, { title: title ?? pull.title, description: body ?? pull.description });
    },
    seedPullRequest({
      head,
      base,
      title,
      body,
    }: {
      head: string;
      base: string;
      title: string;
      body: string;
    }) {
      const branches = { source: head, sourceRepository: state.repository, target: base };
      return addPull(state, { ...branches, author: bot, title, description: body }).number;
    },
    protect(words: string) {
      state.protection = words;
    },
    authoredBy(number: number, name: string) {
      mustFind(state, number).author = name;
    },
    revokeCredentials() {
      state.isRevoked = true;
    },
    refusePushes() {
      state.refusesPushes = true;
    },
    withholdPermission() {
      state.denied.set(bot, bits.contributeToPulls);
    },
    shownChecks: () =>
      state.pulls
        .flatMap(({ statuses }) => statuses)
        .map(({ genre, name, state: word, description: text, targetUrl: url }) => {
          return { name: `${genre}/${name}`, state: word, text, url };
        }),
    withholdReporting() {
      state.denied.set(bot, bits.contributeToPulls);
    },
    withholdReading() {
      state.denied.set(bot, bits.read);
    },
    delivery: makeDelivery(state),
    say(words: SceneWords): SceneDelivery {
      const pull = mustFind(state, words.number);
      const { author, text: content } = words;
      const place = words.kind === "line_comment" ? toPlace(words) : undefined;
      const { id: threadId, comments } = addThread(state, pull, {
        status: "active",
        comments: [{ author, content }],
        place,
      });
      const event = commentEvent(state, pull, { comment: comments[0]!, threadId });
      return (secret, deliveryId) => sendDelivery(event, { secret, deliveryId });
    },
    setCheck(check: SceneCheck) {
      const build = toBranchBuild(state, check);
      const pull = state.pulls.find(({ source }) => source === check.branch);
      state.builds.push(pull === undefined ? build : toPullBuild(pull, build));
    },
  };
}

function toPlace({ path, line }: { path: string; line: number }): AzurePlace {
  return { path, side: "right", from: line, to: line };
}

const results = { failed: "failed", passed: "succeeded", running: null } as const;

function toBranchBuild(state: AzureState, check: Omit<SceneCheck, "kind">): AzureBuild {
  return {
    id: newId(state),
    pipeline: check.name,
    result: results[check.state],
    sourceBranch: `refs/heads/${check.branch}`,
    sourceVersion: check.commit,
    source: null,
  };
}

/** What is built is the merge. */
function toPullBuild({ number, source: branch }: AzurePull, build: AzureBuild): AzureBuild {
  const source = { branch, commit: build.sourceVersion };
  return { ...build, sourceBranch: `refs/pull/${number}/merge`, sourceVersion: "e".repeat(40), source };
}

function makeDelivery(state: AzureState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const send = (made: Parameters<typeof sendDelivery>[0]) => sendDelivery(made, { secret, deliveryId });
    if (event.kind === "other") return send(pushEvent(state));
    if (event.kind === "check_failed") {
      const build = toBranchBuild(state, { ...event, state: "failed" });
      return send(buildEvent(state, build, { text: event.text }));
    }
    const pull = mustFind(state, event.number);
    if (event.kind === "pull_request") return send(pullEvent(state, pull));
    const { author, text: content } = event;
    const comment = { id: 2, author, content, isDeleted: false };
    return send(commentEvent(state, pull, { comment, threadId: newId(state) }));
  };
}

/** `/{collection}/{project}/_git/{name}/info/refs` → `/{name}/info/refs` */
function toGitPath(state: AzureState, pathname: string): string | null {
  const path = decodeURIComponent(pathname);
  const folder = `${state.base}/${state.project.name}/_git/`;
  if (!path.startsWith(folder)) return null;
  const [name = "", ...rest] = path.slice(folder.length).split("/");
  const repository = findRepository(state, name);
  return `/${repository?.name ?? "nothing"}/${rest.join("/")}`;
}

async function mergePull(state: AzureState, pull: AzurePull): Promise<void> {
  await mergeBranches({
    folder: state.repository.folder,
    base: pull.target,
    headFolder: pull.sourceRepository.folder,
    head: pull.source,
    message: `Merged PR ${pull.number}: ${pull.title}`,
  });
  pull.status = "completed";
}

function mustFind(state: AzureState, number: number): AzurePull {
  const pull = state.pulls.find((one) => one.number === number);
  if (pull === undefined) throw new Error(`the scene has no pull request ${number}`);
  return pull;
}

const states = { active: "open", completed: "merged", abandoned: "closed" } as const;

function toScenePullRequest(state: AzureState, pull: AzurePull): ScenePullRequest {
  const { sourceRepository } = pull;
  const isOwn = sourceRepository === state.repository;
  return {
    number: pull.number,
    title: pull.title,
    body: pull.description,
    base: pull.target,
    head: pull.source,
    headOwner: isOwn ? null : sourceRepository.name.slice("docs.".length),
    state: states[pull.status],
    draft: pull.isDraft,
    labels: pull.labels,
    reviewers: state.users.filter(({ id }) => pull.reviewers.includes(id)).map(({ name }) => name),
    assignees: [],
    comments: pull.threads.flatMap(({ comments }) =>
      comments.filter(({ author, isDeleted }) => author !== null && !isDeleted).map(({ content }) => content),
    ),
  };
}

async function shortSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
  signal?.throwIfAborted();
}
