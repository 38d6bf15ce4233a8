import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bitbucketModule } from "../../../src/code-hosts/bitbucket/module.ts";
import { temporaryFolder } from "../git-fixture.ts";
import { commentEvent, pullEvent, pushEvent, signDelivery, statusEvent } from "./bitbucket-deliveries.ts";
import { type BitbucketDescription, loadBitbucketDescription } from "./bitbucket-description.ts";
import { answerBitbucket } from "./bitbucket-fake-api.ts";
import {
  accessTokenScopes,
  addPull,
  type BitbucketComment,
  type BitbucketCommitStatus,
  type BitbucketPull,
  type BitbucketState,
  findPull,
  makeBitbucketState,
  makeComment,
  makeUser,
} from "./bitbucket-state.ts";
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
import { shortSleep } from "./short-sleep.ts";

export interface BitbucketScene extends HostScene {
  state: BitbucketState;
  apiUrl: string;
}

export interface BitbucketScenes {
  features: SceneFeatures;
  /** Null: only the fake's own checks are there. */
  description: BitbucketDescription | null;
  start(credential?: BitbucketState["credential"]): Promise<BitbucketScene>;
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
  listedComments: true,
  // Whoever may read the repository may report builds.
  withheldReports: false,
  namedConflicts: true,
};

/** Scenes that share what is the same in all of them. */
export async function prepareBitbucketScenes(): Promise<BitbucketScenes> {
  const description = await loadBitbucketDescription();
  const template = await createSceneRepository("acme/docs.git");
  return {
    features,
    description,
    start: (credential) => startBitbucketScene({ description, template, credential }),
    close: () => template.remove(),
  };
}

async function startBitbucketScene(options: {
  description: BitbucketDescription | null;
  template: SceneRepository;
  credential?: BitbucketState["credential"];
}): Promise<BitbucketScene> {
  const { description, template, credential = "api-token" } = options;
  const root = await temporaryFolder();
  const folder = join(root, "acme/docs.git");
  await mkdir(dirname(folder), { recursive: true });
  await cp(template.folder, folder, { recursive: true });
  const state = makeBitbucketState(root, folder);
  if (credential === "access-token") Object.assign(state, { credential, scopes: new Set(accessTokenScopes) });
  const problems: string[] = [];
  const server = await startFakeServer({
    gitRoot: root,
    gitPath: (path) => (/^\/[\w-]+\/[\w-]+\.git\//.test(path) ? path : null),
    mayUseGit: (password, write, path) =>
      !state.isRevoked &&
      password === state.token &&
      !(write && state.refusesPushes && path.startsWith("/acme/docs.git/")),
    async handle(request) {
      const { answer, problem } = await answerBitbucket(state, description, request);
      if (problem !== null) problems.push(problem);
      return answer;
    },
  });
  state.url = server.url;
  const repository = `${server.url}/acme/docs.git`;
  const apiUrl = `${server.url}/2.0`;
  const username = credential === "api-token" ? { username: state.email } : {};
  return {
    name: "bitbucket",
    module: bitbucketModule,
    features,
    repository,
    gitFolder: folder,
    forkFolder: join(root, "bot/docs.git"),
    requests: server.requests,
    fail: server.fail,
    state,
    apiUrl,
    options: (overrides) => ({
      repository,
      apiUrl,
      credentials: { token: state.token, ...username },
      fetch,
      sleep: shortSleep,
      ...overrides,
    }),
    userId: (name) => makeUser(name).uuid,
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
function peopleOf(state: BitbucketState) {
  return {
    async merge(number: number) {
      const pull = mustFind(state, number);
      await mergeBranches({
        folder: state.repository.folder,
        base: pull.base,
        headFolder: pull.headRepository.folder,
        head: pull.head,
        message: `Merged in ${pull.head} (pull request #${pull.id})`,
      });
      pull.state = "MERGED";
    },
    closePullRequest(number: number) {
      mustFind(state, number).state = "DECLINED";
    },
    editPullRequest(number: number, { title, body }: { title?: string; body?: string }) {
      const pull = mustFind(state, number);
      pull.title = title ?? pull.title;
      pull.description = body ?? pull.description;
    },
    seedPullRequest: ({ body, ...pull }: { head: string; base: string; title: string; body: string }) =>
      addPull(state, { ...pull, description: body }).id,
    protect(words: string) {
      state.protection = words;
    },
    authoredBy(number: number, name: string) {
      mustFind(state, number).author = state.users.find(({ nickname }) => nickname === name)!;
    },
    revokeCredentials() {
      state.isRevoked = true;
    },
    refusePushes() {
      state.refusesPushes = true;
    },
    withholdPermission() {
      for (const scope of ["write:pullrequest:bitbucket", "pullrequest:write"]) state.scopes.delete(scope);
      if (state.credential === "access-token") state.scopes.add("pullrequest");
    },
    shownChecks: (commit: string) =>
      state.statuses.flatMap(({ commit: of, key: name, state: word, description: text, url }) =>
        of === commit && url !== undefined ? [{ name, state: word, text, url }] : [],
      ),
    withholdReading() {
      for (const scope of ["read:pullrequest:bitbucket", "pullrequest:write"]) state.scopes.delete(scope);
    },
    delivery: makeDelivery(state),
    say(words: SceneWords): SceneDelivery {
      const pull = mustFind(state, words.number);
      const comment = toComment(state, words);
      pull.comments.push(comment);
      return (secret, deliveryId) => signDelivery(commentEvent(state, pull, comment), { secret, deliveryId });
    },
    setCheck(check: SceneCheck) {
      const status = toStatus(check);
      const isOther = ({ commit, key }: BitbucketCommitStatus) =>
        commit !== status.commit || key !== status.key;
      state.statuses = [...state.statuses.filter(isOther), status];
    },
  };
}

function makeDelivery(state: BitbucketState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const sign = (made: Parameters<typeof signDelivery>[0]) => signDelivery(made, { secret, deliveryId });
    if (event.kind === "other") return sign(pushEvent(state));
    if (event.kind === "check_failed") {
      return sign(statusEvent(state, toStatus({ ...event, kind: "check", state: "failed" })));
    }
    const pull = mustFind(state, event.number);
    if (event.kind === "pull_request") return sign(pullEvent(state, pull));
    return sign(commentEvent(state, pull, toComment(state, event)));
  };
}

function toComment(state: BitbucketState, words: SceneWords): BitbucketComment {
  const user = state.users.find(({ nickname }) => nickname === words.author)!;
  const inline = words.kind === "line_comment" ? { path: words.path, from: null, to: words.line } : null;
  return makeComment(state, { user, raw: words.text, inline });
}

const checkStates = { failed: "FAILED", passed: "SUCCESSFUL", running: "INPROGRESS" } as const;

function toStatus({ branch, commit, name, text, state }: SceneCheck): BitbucketCommitStatus {
  return { commit, key: name, state: checkStates[state], name, description: text, refname: branch };
}

function mustFind(state: BitbucketState, number: number): BitbucketPull {
  const pull = findPull(state, number);
  if (pull === undefined) throw new Error(`the scene has no pull request ${number}`);
  return pull;
}

const states = { OPEN: "open", MERGED: "merged", DECLINED: "closed", SUPERSEDED: "closed" } as const;

function toScenePullRequest(state: BitbucketState, pull: BitbucketPull): ScenePullRequest {
  const { id, title, description, base, head, headRepository, draft, reviewers, comments } = pull;
  return {
    number: id,
    title,
    body: description,
    base,
    head,
    headOwner: headRepository === state.repository ? null : headRepository.workspace,
    state: states[pull.state],
    draft,
    labels: [],
    reviewers: reviewers.map(({ nickname }) => nickname),
    assignees: [],
    comments: comments.filter(({ deleted }) => !deleted).map(({ raw }) => raw),
  };
}
