import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bitbucketDataCenterModule } from "../../../src/code-hosts/bitbucket-data-center/module.ts";
import { temporaryFolder } from "../git-fixture.ts";
import { commentEvent, pullEvent, pushEvent, signDelivery } from "./bitbucket-data-center-deliveries.ts";
import { answerDataCenter } from "./bitbucket-data-center-fake-api.ts";
import {
  addPull,
  type DataCenterPull,
  type DataCenterState,
  findPull,
  findUser,
  makeDataCenterState,
  newComment,
} from "./bitbucket-data-center-state.ts";
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
import { createSceneRepository } from "./scene-repository.ts";
import { shortSleep } from "./short-sleep.ts";

export interface DataCenterScene extends HostScene {
  state: DataCenterState;
}

export interface DataCenterScenes {
  features: SceneFeatures;
  /** `base`: path of the instance. */
  start(options?: { base?: string }): Promise<DataCenterScene>;
  close(): Promise<void>;
}

const features: SceneFeatures = {
  labels: false,
  reviewers: true,
  assignees: false,
  drafts: true,
  forks: true,
  apiCommits: false,
  webhooks: true,
  lineComments: false,
  namedConflicts: true,
  refusesOwnApproval: true,
  failedChecks: false,
  listedComments: true,
  // Whoever may read the repository may report builds.
  withheldReports: false,
};

/** Scenes that share what is the same in all of them. */
export async function prepareDataCenterScenes(): Promise<DataCenterScenes> {
  const template = await createSceneRepository("acme/docs.git");
  return {
    features,
    start: ({ base = "" } = {}) => startDataCenterScene({ base, template: template.folder }),
    close: () => template.remove(),
  };
}

async function startDataCenterScene(options: { base: string; template: string }): Promise<DataCenterScene> {
  const { base, template } = options;
  const root = await temporaryFolder();
  const folder = join(root, "acme/docs.git");
  await mkdir(dirname(folder), { recursive: true });
  await cp(template, folder, { recursive: true });
  const state = makeDataCenterState({ base, root, folder });
  const scm = `${base}/scm`;
  const server = await startFakeServer({
    gitRoot: root,
    gitPath: (path) => (path.startsWith(`${scm}/`) ? decodeURIComponent(path.slice(scm.length)) : null),
    mayUseGit: (password, write, path) =>
      !state.isRevoked &&
      password === state.token &&
      !(write && state.refusesPushes && path.startsWith("/acme/docs.git/")),
    handle: (request) => answerDataCenter(state, request),
  });
  state.url = server.url;
  const repository = `${server.url}${scm}/acme/docs.git`;
  return {
    name: "bitbucket-data-center",
    module: bitbucketDataCenterModule,
    features,
    repository,
    gitFolder: folder,
    forkFolder: join(root, "~bot/docs.git"),
    requests: server.requests,
    fail: server.fail,
    state,
    options: (overrides) => ({
      repository,
      apiUrl: null,
      credentials: { token: state.token },
      fetch,
      sleep: shortSleep,
      ...overrides,
    }),
    pullRequests: () => state.pulls.map((pull) => toScenePullRequest(state, pull)),
    ...peopleOf(state),
    async close() {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What people do on the instance's pages, and what it tells about that. */
function peopleOf(state: DataCenterState) {
  return {
    async merge(number: number) {
      const pull = mustFind(state, number);
      await mergeBranches({
        folder: state.repository.folder,
        base: pull.base,
        headFolder: pull.headRepository.folder,
        head: pull.head,
        message: `Pull request #${pull.id}: ${pull.title}`,
      });
      Object.assign(pull, { state: "MERGED", version: pull.version + 1 });
    },
    closePullRequest(number: number) {
      const pull = mustFind(state, number);
      Object.assign(pull, { state: "DECLINED", version: pull.version + 1 });
    },
    editPullRequest(number: number, { title, body }: { title?: string; body?: string }) {
      const pull = mustFind(state, number);
      Object.assign(pull, {
        title: title ?? pull.title,
        description: body ?? pull.description,
        version: pull.version + 1,
      });
    },
    seedPullRequest: ({ body, ...pull }: { head: string; base: string; title: string; body: string }) =>
      addPull(state, { ...pull, description: body }).id,
    protect(words: string) {
      state.protection = words;
    },
    authoredBy(number: number, name: string) {
      mustFind(state, number).author = findUser(state, name)!;
    },
    revokeCredentials() {
      state.isRevoked = true;
    },
    refusePushes() {
      state.refusesPushes = true;
    },
    withholdPermission() {
      state.tokenPermission = "REPO_READ";
    },
    ...talkOf(state),
    delivery: makeDelivery(state),
  };
}

/**
 * What people and build servers say there, and what the instance delivers of it: never where a comment is.
 */
function talkOf(state: DataCenterState) {
  return {
    say(words: SceneWords): SceneDelivery {
      const author = findUser(state, words.author)!;
      const { text } = words;
      const place =
        words.kind === "comment"
          ? {}
          : { anchor: { path: words.path, line: words.line, lineType: "ADDED" as const } };
      const said = newComment(state, { author, text, ...place });
      const pull = mustFind(state, words.number);
      pull.comments.push(said);
      const event = commentEvent(state, pull, { author, text, said });
      return (secret, deliveryId) => signDelivery(event, { secret, deliveryId });
    },
    setCheck({ commit, name, state: reported, text: description }: SceneCheck) {
      const states = { failed: "FAILED", passed: "SUCCESSFUL", running: "INPROGRESS" } as const;
      const build = { commit, key: name, name, description, state: states[reported] };
      // The host keeps one of a key.
      const others = state.builds.filter((one) => one.commit !== commit || one.key !== name);
      state.builds = [...others, { ...build, url: "https://ci.example.com/77" }];
    },
    shownChecks: (commit: string) =>
      state.builds
        .filter((build) => build.commit === commit && !build.url.startsWith("https://ci."))
        .map(({ key: name, state: word, description: text, url }) => ({ name, state: word, text, url })),
    withholdReading() {
      state.withholdsReading = true;
    },
  };
}

function makeDelivery(state: DataCenterState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const sign = (made: Parameters<typeof signDelivery>[0]) => signDelivery(made, { secret, deliveryId });
    if (event.kind === "other") return sign(pushEvent(state));
    if (event.kind === "check_failed") throw new Error("the host tells no failed checks");
    const pull = mustFind(state, event.number);
    if (event.kind === "pull_request") return sign(pullEvent(state, pull));
    return sign(commentEvent(state, pull, { author: findUser(state, event.author)!, text: event.text }));
  };
}

function mustFind(state: DataCenterState, number: number): DataCenterPull {
  const pull = findPull(state, number);
  if (pull === undefined) throw new Error(`the scene has no pull request ${number}`);
  return pull;
}

const states = { OPEN: "open", MERGED: "merged", DECLINED: "closed" } as const;

function toScenePullRequest(state: DataCenterState, pull: DataCenterPull): ScenePullRequest {
  const { id, title, description, base, head, headRepository, draft, reviewers, comments } = pull;
  return {
    number: id,
    title,
    body: description,
    base,
    head,
    headOwner: headRepository === state.repository ? null : (headRepository.owner?.name ?? null),
    state: states[pull.state],
    draft,
    labels: [],
    reviewers: reviewers.map(({ name }) => name),
    assignees: [],
    comments: comments.map(({ text }) => text),
  };
}
