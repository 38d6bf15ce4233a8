import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { forgejoModule, giteaModule } from "../../../src/code-hosts/gitea/module.ts";
import { git, temporaryFolder } from "../git-fixture.ts";
import { startFakeServer } from "./fake-server.ts";
import {
  commentEvent,
  failedRunEvent,
  pullEvent,
  pushEvent,
  reviewEvent,
  signDelivery,
} from "./gitea-deliveries.ts";
import { type GiteaDescription, loadGiteaDescription } from "./gitea-description.ts";
import { answerGitea } from "./gitea-fake-api.ts";
import { findPull } from "./gitea-fake-pulls.ts";
import { pullJson } from "./gitea-json.ts";
import {
  addPull,
  bot,
  type GiteaFlavour,
  type GiteaPull,
  type GiteaState,
  makeGiteaState,
} from "./gitea-state.ts";
import type { HostScene, SceneFeatures, ScenePullRequest } from "./scene.ts";
import { createSceneRepository, type SceneRepository } from "./scene-repository.ts";

export interface GiteaScene extends HostScene {
  state: GiteaState;
  /** Base of the API. */
  apiUrl: string;
  /** What was taken or said otherwise than the description says; a scene with such cannot be closed. */
  problems: string[];
}

export interface GiteaScenes {
  features: SceneFeatures;
  /** Null: only the fake's own checks are there. */
  description: GiteaDescription | null;
  start(options?: { base?: string }): Promise<GiteaScene>;
  close(): Promise<void>;
}

const features: SceneFeatures = {
  labels: true,
  reviewers: true,
  assignees: true,
  drafts: true,
  forks: true,
  apiCommits: true,
  webhooks: true,
  lineComments: false,
};

/** Scenes of one flavour that share what is the same in all of them. */
export async function prepareGiteaScenes(flavour: GiteaFlavour): Promise<GiteaScenes> {
  const description = await loadGiteaDescription(flavour);
  const template = await createSceneRepository("acme/docs.git");
  return {
    features,
    description,
    start: ({ base = "" } = {}) => startGiteaScene({ flavour, base, description, template }),
    close: () => template.remove(),
  };
}

async function startGiteaScene(options: {
  flavour: GiteaFlavour;
  base: string;
  description: GiteaDescription | null;
  template: SceneRepository;
}): Promise<GiteaScene> {
  const { flavour, base, description, template } = options;
  const root = await temporaryFolder();
  const folder = join(root, "acme/docs.git");
  await mkdir(dirname(folder), { recursive: true });
  await cp(template.folder, folder, { recursive: true });
  const state = makeGiteaState({ flavour, base, root, folder });
  const problems: string[] = [];
  const server = await startFakeServer({
    gitRoot: root,
    gitPath: (path) =>
      /^\/[\w-]+\/[\w-]+\.git\//.test(path.slice(base.length)) ? path.slice(base.length) : null,
    mayUseGit: (password, write, path) =>
      !state.isRevoked &&
      password === state.token &&
      !(write && state.refusesPushes && path.startsWith("/acme/docs.git/")),
    async handle(request) {
      const { answer, problem } = await answerGitea(state, description, request);
      if (problem !== null) problems.push(problem);
      return answer;
    },
  });
  state.url = server.url;
  const apiUrl = `${server.url}${base}/api/v1`;
  const repository = `${server.url}${base}/acme/docs.git`;
  return {
    name: flavour,
    module: flavour === "gitea" ? giteaModule : forgejoModule,
    features,
    repository,
    gitFolder: folder,
    forkFolder: join(root, bot, "docs.git"),
    requests: server.requests,
    fail: server.fail,
    state,
    apiUrl,
    problems,
    options: (overrides) => ({
      repository,
      apiUrl: null,
      credentials: { token: state.token },
      fetch,
      sleep: (ms, signal) => shortSleep(ms, signal),
      ...overrides,
    }),
    pullRequests: () => state.pulls.map((pull) => toScenePullRequest(state, pull)),
    ...peopleOf(state),
    async close() {
      await server.close();
      await rm(root, { recursive: true, force: true });
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
  };
}

/** What people do on the instance's pages, and what it tells about that. */
function peopleOf(state: GiteaState) {
  return {
    merge: (number: number) => mergePull(state, mustFind(state, number)),
    closePullRequest(number: number) {
      mustFind(state, number).state = "closed";
    },
    editPullRequest(number: number, change: { title?: string; body?: string }) {
      Object.assign(mustFind(state, number), change);
    },
    seedPullRequest: (pull: { head: string; base: string; title: string; body: string }) =>
      addPull(state, { ...pull, author: bot, headRepository: state.repository }).number,
    revokeCredentials() {
      state.isRevoked = true;
    },
    refusePushes() {
      state.refusesPushes = true;
    },
    withholdPermission() {
      state.scopes = new Set(["read:repository", "write:issue", "read:user"]);
    },
    delivery: makeDelivery(state),
  };
}

function makeDelivery(state: GiteaState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const sign = (made: Parameters<typeof signDelivery>[1]) =>
      signDelivery(state, made, { secret, deliveryId });
    if (event.kind === "other") return sign(pushEvent(state));
    if (event.kind === "check_failed") return sign(failedRunEvent(state, event));
    const pull = mustFind(state, event.number);
    if (event.kind === "comment") return sign(commentEvent(state, pull, event));
    const none = new Map<string, string>();
    // A branch that is gone by now, as it may be after a merge.
    const shown = pullJson(state, pull, { base: none, head: none });
    if (event.kind === "line_comment") return sign(reviewEvent(state, pull, { ...event, text: "", shown }));
    return sign(pullEvent(state, pull, shown));
  };
}

async function mergePull(state: GiteaState, pull: GiteaPull): Promise<void> {
  const { folder } = state.repository;
  const head = await git(pull.headRepository.folder, ["rev-parse", `refs/heads/${pull.head}`]);
  if (pull.headRepository !== state.repository)
    await git(folder, ["fetch", "--quiet", pull.headRepository.folder, head]);
  const base = await git(folder, ["rev-parse", `refs/heads/${pull.base}`]);
  const tree = (await git(folder, ["merge-tree", "--write-tree", base, head])).split("\n")[0]!;
  const message = `Merge pull request '${pull.title}' (#${pull.number})`;
  const merge = await git(folder, ["commit-tree", tree, "-p", base, "-p", head, "-m", message]);
  await git(folder, ["update-ref", `refs/heads/${pull.base}`, merge, base]);
  pull.state = "closed";
  pull.merged = true;
}

function mustFind(state: GiteaState, number: number): GiteaPull {
  const pull = findPull(state, String(number));
  if (pull === undefined) throw new Error(`the scene has no pull request ${number}`);
  return pull;
}

function toScenePullRequest(state: GiteaState, pull: GiteaPull): ScenePullRequest {
  const { number, title, body, base, head, headRepository, reviewers, assignees } = pull;
  return {
    number,
    title,
    body,
    base,
    head,
    headOwner: headRepository === state.repository ? null : headRepository.owner,
    state: pull.merged ? "merged" : pull.state,
    draft: /^WIP:/.test(title),
    labels: state.labels.filter(({ id }) => pull.labels.includes(id)).map((label) => label.name),
    reviewers,
    assignees,
    comments: pull.comments.map((comment) => comment.body),
  };
}

async function shortSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
  signal?.throwIfAborted();
}
