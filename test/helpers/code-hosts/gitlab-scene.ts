import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gitlabModule } from "../../../src/code-hosts/gitlab/module.ts";
import { git, temporaryFolder } from "../git-fixture.ts";
import { startFakeServer } from "./fake-server.ts";
import {
  mergeRequestDelivery,
  noteDelivery,
  pipelineDelivery,
  pushDelivery,
  sendDelivery,
} from "./gitlab-deliveries.ts";
import { type GitlabDescription, loadGitlabDescription } from "./gitlab-description.ts";
import { answerGitlab } from "./gitlab-fake-api.ts";
import { addNote } from "./gitlab-fake-notes.ts";
import { setJob } from "./gitlab-fake-pipelines.ts";
import {
  addMergeRequest,
  bot,
  findUser,
  type GitlabMergeRequest,
  type GitlabState,
  isDraft,
  makeGitlabState,
  newId,
} from "./gitlab-state.ts";
import { mergeBranches } from "./merge-branches.ts";
import type { HostScene, SceneCheck, SceneFeatures, ScenePullRequest, SceneWords } from "./scene.ts";
import { createSceneRepository, type SceneRepository } from "./scene-repository.ts";

export interface GitlabScene extends HostScene {
  state: GitlabState;
  /** Base of the API. */
  apiUrl: string;
  /** What was asked or answered otherwise than the description says; a scene with such cannot be closed. */
  problems: string[];
}

export interface GitlabSceneOptions {
  /** Of the project, with its groups. */
  path?: string;
  /** Path that the instance lives below. */
  base?: string;
  tokenKind?: "access" | "oauth";
  /** False: as on a machine without the description. */
  isDescribed?: boolean;
}

export interface GitlabScenes {
  features: SceneFeatures;
  /** Null: only the fake's own checks are made. */
  description: GitlabDescription | null;
  start(options?: GitlabSceneOptions): Promise<GitlabScene>;
  close(): Promise<void>;
}

const features: SceneFeatures = {
  labels: true,
  reviewers: true,
  assignees: true,
  drafts: true,
  forks: true,
  apiCommits: false,
  webhooks: true,
  listedComments: true,
  boundMerges: true,
};

/** Scenes that share what is the same in all of them. */
export async function prepareGitlabScenes(): Promise<GitlabScenes> {
  const description = await loadGitlabDescription();
  const template = await createSceneRepository("template.git");
  return {
    features,
    description,
    start: (options = {}) => startScene({ description, template }, options),
    close: () => template.remove(),
  };
}

/** One scene alone. */
export async function startGitlabScene(): Promise<GitlabScene> {
  const scenes = await prepareGitlabScenes();
  const scene = await scenes.start();
  return {
    ...scene,
    async close() {
      await scenes.close();
      await scene.close();
    },
  };
}

async function startScene(
  { description, template }: { description: GitlabDescription | null; template: SceneRepository },
  { path = "acme/docs", base = "", tokenKind = "access", isDescribed = true }: GitlabSceneOptions,
): Promise<GitlabScene> {
  const root = await temporaryFolder();
  const folder = join(root, `${path}.git`);
  await mkdir(dirname(folder), { recursive: true });
  await cp(template.folder, folder, { recursive: true });
  const state = makeGitlabState({ base, path, root, folder, tokenKind });
  const problems: string[] = [];
  const isGit = /^\/(?!api\/)[\w./-]+\.git\//;
  const server = await startFakeServer({
    gitRoot: root,
    gitPath: (asked) => (isGit.test(asked.slice(base.length)) ? asked.slice(base.length) : null),
    mayUseGit: (password, write, asked) =>
      !state.isRevoked &&
      password === state.token &&
      !(write && state.refusesPushes && asked.startsWith(`/${path}.git/`)),
    async handle(request) {
      const { answer, problem } = await answerGitlab(state, isDescribed ? description : null, request);
      if (problem !== null) problems.push(problem);
      return answer;
    },
  });
  state.url = `${server.url}${base}`;
  const repository = `${state.url}/${path}.git`;
  const apiUrl = `${state.url}/api/v4`;
  return {
    name: "GitLab",
    module: gitlabModule,
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
      apiUrl: base === "" ? null : apiUrl,
      credentials: { token: state.token, ...(tokenKind === "oauth" ? { tokenKind } : {}) },
      fetch,
      sleep: shortSleep,
      ...overrides,
    }),
    pullRequests: () => state.mergeRequests.map((one) => toScenePullRequest(state, one)),
    ...peopleOf(state),
    async close() {
      await server.close();
      await rm(root, { recursive: true, force: true });
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
  };
}

/** What people do on the instance's pages, and what it tells about that. */
function peopleOf(state: GitlabState) {
  return {
    merge: (number: number) => merge(state, mustFind(state, number)),
    closePullRequest(number: number) {
      mustFind(state, number).state = "closed";
    },
    editPullRequest(number: number, { title, body }: { title?: string; body?: string }) {
      const one = mustFind(state, number);
      one.title = title ?? one.title;
      one.description = body ?? one.description;
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
      const { project } = state;
      const author = findUser(state, bot)!;
      const made = {
        author,
        title,
        description: body,
        source: project,
        sourceBranch: head,
        targetBranch: base,
      };
      return addMergeRequest(state, made).iid;
    },
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
      if (state.tokenKind === "access") state.scopes = new Set(["read_api", "read_repository"]);
      else state.levels.set(bot, { level: 20, by: "project" });
    },
    shownChecks: (commit: string) =>
      state.pipelines
        .filter(({ sha }) => sha === commit)
        .flatMap(({ statuses = [] }) => statuses)
        .map(({ name, status, description: text, targetUrl: url }) => ({ name, state: status, text, url })),
    withholdReporting() {
      state.levels.set(bot, { level: 20, by: "project" });
    },
    withholdReading() {
      state.scopes = new Set(["read_repository"]);
    },
    say(words: SceneWords) {
      const one = mustFind(state, words.number);
      const note = addNote(state, one, noteOf(state, words));
      return (secret: string, deliveryId: string) =>
        sendDelivery(noteDelivery(state, one, note), { secret, deliveryId });
    },
    setCheck: (check: SceneCheck) => setJob(state, check),
    delivery: makeDelivery(state),
  };
}

function noteOf(state: GitlabState, words: SceneWords) {
  const said = { author: findUser(state, words.author)!, body: words.text };
  return words.kind === "comment" ? said : { ...said, place: { path: words.path, line: words.line } };
}

function makeDelivery(state: GitlabState): HostScene["delivery"] {
  return (event, secret, deliveryId) => {
    const send = (made: Parameters<typeof sendDelivery>[0]) => sendDelivery(made, { secret, deliveryId });
    if (event.kind === "other") return send(pushDelivery(state));
    if (event.kind === "check_failed") return send(pipelineDelivery(state, event));
    const one = mustFind(state, event.number);
    if (event.kind === "pull_request") return send(mergeRequestDelivery(state, one));
    return send(noteDelivery(state, one, { id: newId(state), ...noteOf(state, event) }));
  };
}

async function merge(state: GitlabState, one: GitlabMergeRequest): Promise<void> {
  const { source, sourceBranch, targetBranch, title, iid } = one;
  await mergeBranches({
    folder: state.project.folder,
    base: targetBranch,
    headFolder: source.folder,
    head: sourceBranch,
    message: `Merge branch '${sourceBranch}' into '${targetBranch}'\n\n${title}\n\nSee merge request !${iid}`,
  });
  if (one.removeSourceBranch) await git(source.folder, ["update-ref", "-d", `refs/heads/${sourceBranch}`]);
  one.state = "merged";
}

function mustFind(state: GitlabState, number: number): GitlabMergeRequest {
  const one = state.mergeRequests.find(({ iid }) => iid === number);
  if (one === undefined) throw new Error(`the scene has no merge request ${number}`);
  return one;
}

function toScenePullRequest(state: GitlabState, one: GitlabMergeRequest): ScenePullRequest {
  const { iid, title, description, targetBranch, sourceBranch, source } = one;
  const open = one.state === "locked" ? "opened" : one.state;
  return {
    number: iid,
    title,
    body: description,
    base: targetBranch,
    head: sourceBranch,
    headOwner: source === state.project ? null : source.path.split("/").slice(0, -1).join("/"),
    state: open === "opened" ? "open" : open,
    draft: isDraft(title),
    labels: one.labels,
    reviewers: one.reviewers.map(({ username }) => username),
    assignees: one.assignees.map(({ username }) => username),
    comments: one.notes.filter(({ system }) => !system).map(({ body }) => body),
  };
}

async function shortSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
  signal?.throwIfAborted();
}
