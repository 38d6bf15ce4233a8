import { mkdirSync, writeFileSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { forgejoModule, giteaModule } from "../../../src/code-hosts/gitea/module.ts";
import { temporaryFolder } from "../git-fixture.ts";
import { startFakeServer } from "./fake-server.ts";
import {
  commentEvent,
  failedRunEvent,
  type GiteaEvent,
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
  addReview,
  bot,
  type GiteaFlavour,
  type GiteaPull,
  type GiteaState,
  makeGiteaState,
  newComment,
} from "./gitea-state.ts";
import { mergeBranches } from "./merge-branches.ts";
import { conflictFinder } from "./review-branches.ts";
import type {
  HostScene,
  SceneCheck,
  SceneDelivery,
  SceneFeatures,
  ScenePullRequest,
  SceneWords,
} from "./scene.ts";
import { createSceneRepository, type SceneRepository } from "./scene-repository.ts";
import { shortSleep } from "./short-sleep.ts";

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
  listedComments: true,
  boundMerges: true,
  refusesOwnApproval: true,
  // By merging them ourselves.
  namedConflicts: true,
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
    mayUseGit: (password) => !state.isRevoked && password === state.token,
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
      findConflicts: conflictFinder(folder),
      sleep: shortSleep,
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
    protect(words: string) {
      state.protection = words;
    },
    authoredBy(number: number, name: string) {
      mustFind(state, number).author = name;
    },
    revokeCredentials() {
      state.isRevoked = true;
    },
    /** To readers the host answers in a hook: over http anybody who may read may begin a push. */
    refusePushes() {
      const hooks = join(state.repository.folder, "hooks");
      mkdirSync(hooks, { recursive: true });
      const refusal = "error:\nerror: User permission denied for writing.\nerror:";
      const script = `#!/bin/sh\ntest -z "$REMOTE_USER" && exit 0\necho '${refusal}' >&2\nexit 1\n`;
      writeFileSync(join(hooks, "pre-receive"), script, { mode: 0o755 });
    },
    withholdPermission() {
      state.scopes = new Set(["read:repository", "write:issue", "read:user"]);
    },
    ...talkOf(state),
    delivery: makeDelivery(state),
  };
}

/** What people and services say there, and what the instance delivers of it. */
function talkOf(state: GiteaState) {
  return {
    say(words: SceneWords): SceneDelivery {
      const { author, text } = words;
      const pull = mustFind(state, words.number);
      if (words.kind === "comment") {
        const said = newComment(state, author, text);
        pull.comments.push(said);
        return deliver(state, commentEvent(state, pull, { author, text, said }));
      }
      const line = { path: words.path, line: words.line, body: text };
      addReview(state, pull, { author, comments: [line] });
      return deliver(
        state,
        reviewEvent(state, pull, { author, text: "", shown: showWithoutBranch(state, pull) }),
      );
    },
    setCheck({ commit, name: context, text: description, state: reported }: SceneCheck) {
      const names = { failed: "failure", passed: "success", running: "pending" } as const;
      const targetUrl = "https://ci.example.com/77";
      state.statuses.push({ commit, context, description, targetUrl, state: names[reported] });
    },
    shownChecks: (commit: string) =>
      state.statuses
        .filter((status) => status.commit === commit && !status.targetUrl.startsWith("https://ci."))
        .filter(({ context }, at, all) => !all.slice(at + 1).some((later) => later.context === context))
        .map(({ context: name, state: word, description: text, targetUrl: url }) => {
          return { name, state: word, text, url };
        }),
    withholdReporting() {
      state.scopes = new Set(["read:repository", "write:issue", "read:user"]);
    },
    withholdReading() {
      state.scopes = new Set(["read:user"]);
    },
  };
}

function deliver(state: GiteaState, event: GiteaEvent): SceneDelivery {
  return (secret, deliveryId) => signDelivery(state, event, { secret, deliveryId });
}

/** Its branch is gone by now, as it may be after a merge. */
function showWithoutBranch(state: GiteaState, pull: GiteaPull): object {
  const none = new Map<string, string>();
  return pullJson(state, pull, { base: none, head: none });
}

function makeDelivery(state: GiteaState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const sign = (made: GiteaEvent) => deliver(state, made)(secret, deliveryId);
    if (event.kind === "other") return sign(pushEvent(state));
    if (event.kind === "check_failed") return sign(failedRunEvent(state, event));
    const pull = mustFind(state, event.number);
    if (event.kind === "comment") return sign(commentEvent(state, pull, event));
    const shown = showWithoutBranch(state, pull);
    if (event.kind === "line_comment") return sign(reviewEvent(state, pull, { ...event, text: "", shown }));
    return sign(pullEvent(state, pull, shown));
  };
}

async function mergePull(state: GiteaState, pull: GiteaPull): Promise<void> {
  await mergeBranches({
    folder: state.repository.folder,
    base: pull.base,
    headFolder: pull.headRepository.folder,
    head: pull.head,
    message: `Merge pull request '${pull.title}' (#${pull.number})`,
  });
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
