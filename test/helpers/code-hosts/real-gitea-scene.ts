import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { giteaModule } from "../../../src/code-hosts/gitea/module.ts";
import { git } from "../git-fixture.ts";
import { type GiteaProgram, giteaPassword, startGitea } from "../gitea-program.ts";
import { type AskGitea, askGitea } from "./ask-gitea.ts";
import { type FakeAnswer, type FakeRequest, startFakeServer } from "./fake-server.ts";
import { linkRepository } from "./linked-repository.ts";
import { conflictFinder } from "./review-branches.ts";
import type { HostScene, SceneFeatures, ScenePullRequest, SceneWords, ShownCheck } from "./scene.ts";
import { createSceneRepository, type SceneRepository } from "./scene-repository.ts";
import { shortSleep } from "./short-sleep.ts";

export interface RealGiteaScene extends HostScene {
  ask: AskGitea;
}

export interface RealGitea {
  program: GiteaProgram;
  start(): Promise<RealGiteaScene>;
  close(): Promise<void>;
}

export const realGiteaFeatures: SceneFeatures = {
  ...{ labels: true, reviewers: true, assignees: true, drafts: true, forks: true, apiCommits: true },
  // Its deliveries come by themselves: test/e2e/gitea-real.test.ts.
  ...{ webhooks: false, listedComments: true },
  ...{ hasFastPushes: false, boundMerges: true, refusesOwnApproval: true, namedConflicts: true },
};

const people = ["bot", "writer", "reader", "reviewer"];
const repo = "/repos/acme/docs";
const everything = ["write:repository", "write:issue", "read:user"];
const lessThanOpening = ["read:repository", "write:issue", "read:user"];

/** A real Gitea with one repository at a time. */
export async function prepareRealGitea(): Promise<RealGitea> {
  const program = await startGitea();
  const ask = askGitea(program);
  for (const login of people) {
    const account = { username: login, email: `${login}@example.com`, password: giteaPassword };
    ask("root", "POST", "/admin/users", { ...account, must_change_password: false });
  }
  ask("root", "POST", "/orgs", { username: "acme" });
  const template = await createSceneRepository("acme/docs.git");
  return {
    program,
    start: () => startScene(program, ask, template),
    async close() {
      await template.remove();
      await program.close();
    },
  };
}

async function startScene(
  program: GiteaProgram,
  ask: AskGitea,
  template: SceneRepository,
): Promise<RealGiteaScene> {
  await createRepository(program, ask, template);
  const address = (who: string, owner: string) =>
    `${program.url.replace("//", `//${who}:${giteaPassword}@`)}/${owner}/docs.git`;
  const links = [
    await linkRepository(address("writer", "acme"), template),
    await linkRepository(address("bot", "bot"), template),
  ] as const;
  const token = createToken(ask);
  const changes: Promise<unknown>[] = [];
  const { pool } = program.database.database;
  /** What no request can change while the token stays the same. */
  const limit = (...scopes: string[]): void => {
    changes.push(pool.query("update public.access_token set scope = $1", [scopes.join(",")]));
  };
  const server = await startFakeServer({
    gitRoot: template.root,
    gitPath: () => null,
    mayUseGit: () => false,
    async handle(request) {
      await Promise.all(changes);
      return await passOn(program, request);
    },
  });
  return {
    name: "gitea",
    module: giteaModule,
    features: realGiteaFeatures,
    ask,
    repository: `${program.url}/acme/docs.git`,
    get gitFolder() {
      return links[0].folder();
    },
    get forkFolder() {
      return links[1].folder();
    },
    requests: server.requests,
    fail: server.fail,
    options: (overrides) => ({
      repository: `${program.url}/acme/docs.git`,
      apiUrl: `${server.url}/api/v1`,
      credentials: { token },
      fetch,
      findConflicts: (sides) => conflictFinder(links[0].folder())(sides),
      sleep: shortSleep,
      ...overrides,
    }),
    ...peopleOf(program, ask),
    authoredBy(number, name) {
      const made = `update public.issue set poster_id = (select id from public."user" where lower_name = $1)
        where repo_id = (select id from public.repository where owner_name = 'acme') and index = $2`;
      changes.push(pool.query(made, [name, number]));
    },
    revokeCredentials: () => revokeTokens(ask),
    withholdPermission: () => limit(...lessThanOpening),
    withholdReporting: () => limit(...lessThanOpening),
    withholdReading: () => limit("read:user"),
    delivery() {
      throw new Error("the instance itself delivers");
    },
    async close() {
      await server.close();
      revokeTokens(ask);
      for (const link of links) await link.remove();
      removeRepositories(ask);
    },
  };
}

async function createRepository(
  { url }: GiteaProgram,
  ask: AskGitea,
  template: SceneRepository,
): Promise<void> {
  ask("root", "POST", "/orgs/acme/repos", { name: "docs", private: true, default_branch: "main" });
  for (const login of people) {
    const permission = login === "reader" ? "read" : "write";
    ask("root", "PUT", `${repo}/collaborators/${login}`, { permission });
  }
  for (const name of ["docs", "automated"]) ask("root", "POST", `${repo}/labels`, { name, color: "#00aabb" });
  const there = `${url.replace("//", `//root:${giteaPassword}@`)}/acme/docs.git`;
  await git(template.folder, ["push", "--quiet", there, "main", "next"]);
  // It takes note of a push in its own time, and has no pull requests before.
  while (ask<{ empty: boolean }>("root", "GET", repo).empty) await sleep(50);
}

function removeRepositories(ask: AskGitea): void {
  ask("root", "DELETE", repo);
  for (const { full_name: name } of ask<{ full_name: string }[]>("bot", "GET", "/users/bot/repos"))
    ask("root", "DELETE", `/repos/${name}`);
}

function createToken(ask: AskGitea): string {
  const asked = { name: "copydesk", scopes: everything };
  return ask<{ sha1: string }>("bot", "POST", "/users/bot/tokens", asked).sha1;
}

function revokeTokens(ask: AskGitea): void {
  for (const { id } of ask<{ id: number }[]>("bot", "GET", "/users/bot/tokens"))
    ask("bot", "DELETE", `/users/bot/tokens/${id}`);
}

/** As it came, but for what only this connection needs. */
async function passOn(
  { url }: GiteaProgram,
  { method, path, headers, body }: FakeRequest,
): Promise<FakeAnswer> {
  const { authorization = "", "content-type": type = "application/json" } = headers;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization, "content-type": type },
    redirect: "manual",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const told = ["x-total-count", "link", "location"].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: answer.status, headers: Object.fromEntries(told), body: parseOrText(text) };
}

function parseOrText(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What people do and see on the instance's pages. */
function peopleOf(program: GiteaProgram, ask: AskGitea) {
  return {
    async merge(number: number) {
      // It tries in its own time whether it can be merged.
      while (!ask<{ mergeable: boolean }>("root", "GET", `${repo}/pulls/${number}`).mergeable)
        await sleep(50);
      ask("root", "POST", `${repo}/pulls/${number}/merge`, { Do: "merge" });
    },
    closePullRequest(number: number) {
      ask("writer", "PATCH", `${repo}/pulls/${number}`, { state: "closed" });
    },
    editPullRequest(number: number, change: { title?: string; body?: string }) {
      ask("writer", "PATCH", `${repo}/pulls/${number}`, change);
    },
    renameMain(name: string) {
      ask("root", "PATCH", `${repo}/branches/main`, { name });
    },
    seedPullRequest(pull: { head: string; base: string; title: string; body: string }) {
      const branches = ask<{ name: string }[]>("root", "GET", `${repo}/branches?limit=50`);
      if (!branches.some(({ name }) => name === pull.head))
        ask("writer", "POST", `${repo}/branches`, { new_branch_name: pull.head, old_branch_name: "main" });
      return ask<{ number: number }>("bot", "POST", `${repo}/pulls`, pull).number;
    },
    /** By a hook of the server's, which is the only rule that says what its administrator wants. */
    protect(words: string) {
      const folder = join(program.repositories, "acme/docs.git/hooks/pre-receive.d");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "rules"), `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 });
    },
    refusePushes() {
      ask("root", "PUT", `${repo}/collaborators/bot`, { permission: "read" });
    },
    say(words: SceneWords) {
      const { number, author, text } = words;
      if (words.kind === "comment") {
        ask(author, "POST", `${repo}/issues/${number}/comments`, { body: text });
      } else {
        const comment = { path: words.path, new_position: words.line, body: text };
        ask(author, "POST", `${repo}/pulls/${number}/reviews`, { event: "COMMENT", comments: [comment] });
      }
      return () => {
        throw new Error("the instance itself delivers");
      };
    },
    setCheck({
      commit,
      name: context,
      text: description,
      state: reported,
    }: Parameters<NonNullable<HostScene["setCheck"]>>[0]) {
      const state = { failed: "failure", passed: "success", running: "pending" }[reported];
      const status = { context, description, state, target_url: "https://ci.example.com/77" };
      ask("writer", "POST", `${repo}/statuses/${commit}`, status);
    },
    shownChecks: (commit: string): ShownCheck[] =>
      ask<{ statuses: GiteaStatus[] | null }>("root", "GET", `${repo}/commits/${commit}/status`)
        .statuses?.filter(({ target_url: url }) => !url.startsWith("https://ci."))
        .map(({ context: name, status: state, description: text, target_url: url }) => {
          return { name, state, text, url };
        }) ?? [],
    pullRequests: () => readPullRequests(ask),
  };
}

interface GiteaStatus {
  context: string;
  status: string;
  description: string;
  target_url: string;
}

interface ShownPull {
  number: number;
  title: string;
  body: string;
  base: { ref: string };
  head: { label: string; ref: string; repo: { owner: { login: string } } | null };
  state: "open" | "closed";
  merged: boolean;
  draft: boolean;
  labels: { name: string }[];
  requested_reviewers: { login: string }[] | null;
  assignees: { login: string }[] | null;
}

function readPullRequests(ask: AskGitea): ScenePullRequest[] {
  const read = (page: number): ShownPull[] => {
    const found = ask<ShownPull[]>(
      "root",
      "GET",
      `${repo}/pulls?state=all&sort=oldest&limit=50&page=${page}`,
    );
    return found.length === 0 ? [] : [...found, ...read(page + 1)];
  };
  const comments = (number: number) =>
    ask<{ body: string }[]>("root", "GET", `${repo}/issues/${number}/comments`).map(({ body }) => body);
  return read(1).map((pull) => ({
    ...{ number: pull.number, title: pull.title, body: pull.body, draft: pull.draft },
    ...{ base: pull.base.ref, head: pull.head.label },
    headOwner: pull.head.repo?.owner.login === "acme" ? null : (pull.head.repo?.owner.login ?? null),
    state: pull.merged ? "merged" : pull.state,
    labels: pull.labels.map(({ name }) => name),
    reviewers: (pull.requested_reviewers ?? []).map(({ login }) => login),
    assignees: (pull.assignees ?? []).map(({ login }) => login),
    comments: comments(pull.number),
  }));
}
