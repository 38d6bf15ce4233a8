import { createEmulator, type Emulator } from "emulate";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { githubModule } from "../../src/code-hosts/github/module.ts";
import type { HostCredentials } from "../../src/code-hosts/types.ts";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { type GithubValidator, loadGithubValidator } from "../helpers/code-hosts/github-validator.ts";
import { branch, jobId } from "./pull-request-draft.ts";

/**
 * The same adapter against an emulation of GitHub that others wrote; both sides compared with GitHub's
 * description.
 */

let emulator: Emulator;
let validator: GithubValidator | null;
let differences: string[];

const token = "token-of-the-bot";
const seed = {
  tokens: { [token]: { login: "bot", scopes: ["repo"] } },
  github: {
    users: ["bot", "writer", "reader"].map((login) => ({
      login,
      name: login,
      email: `${login}@example.com`,
    })),
    orgs: [{ login: "acme", name: "Acme", members: [{ login: "bot", role: "admin" }] }],
    repos: [{ owner: "acme", name: "docs", auto_init: true }],
    apps: [
      {
        app_id: 12_345,
        slug: "copydesk-bot",
        name: "Copydesk bot",
        permissions: { contents: "write", pull_requests: "write", issues: "write", metadata: "read" },
        events: [],
        installations: [{ installation_id: 100, account: "acme", repository_selection: "all" }],
      },
    ],
  },
};

beforeAll(async () => {
  validator = await loadGithubValidator();
  emulator = await createEmulator({ service: "github", port: 0, seed });
});
afterAll(() => emulator.close());

beforeEach(async () => {
  emulator.reset();
  differences = [];
  const head = await call("GET", "/repos/acme/docs/git/ref/heads/main");
  await call("POST", "/repos/acme/docs/git/refs", { ref: `refs/heads/${branch}`, sha: head.object.sha });
  const content = Buffer.from("# A page\n").toString("base64");
  await call("PUT", "/repos/acme/docs/contents/page.md", { message: "Add a page", content, branch });
});
afterEach(() => expect(differences).toEqual([]));

// biome-ignore lint/suspicious/noExplicitAny: what the emulation answers is only looked at here.
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** Where the emulation's answers are not what GitHub describes; nothing of it is read by the adapter. */
const knownGaps = [
  /200 of repos\/get: {2}must have required property 'network_count'/,
  /200 of apps\/get-repo-installation: {2}must have required property 'target_id'/,
  /201 of apps\/create-installation-access-token: \/repositories\/0 must have required property/,
  /200 of apps\/get-authenticated: \/owner must be object/,
  /200 of repos\/get-collaborator-permission-level: \/user must have required property 'role_name'/,
  /20[01] of pulls\/\w+: (\/\d)?\/(head\/repo|base\/repo)\/owner must have required property/,
  /20[01] of (pulls|issues)\/[\w-]+: (\/\d)?\/user\/avatar_url must match format/,
  /20[01] of pulls\/\w+: (\/\d)?\/labels\/0\/description must be string/,
  /pulls\/request-reviewers has no answer 200/,
];

async function compared(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(String(url));
  const request: FakeRequest = {
    method: init?.method ?? "GET",
    path: `${pathname}${search}`,
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
    status: 0,
  };
  const refusal = validator?.refuseRequest(request, request.path) ?? null;
  if (refusal !== null) differences.push(`${request.method} ${request.path}: ${refusal}`);
  // The server ends idle connections after 5 s, which on a loaded machine meets the next request.
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), connection: "close" };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  try {
    const body = text === "" ? undefined : JSON.parse(text);
    validator?.assertAnswer(request, request.path, { status: response.status, body });
  } catch (error) {
    const { message } = error as Error;
    if (!knownGaps.some((gap) => gap.test(message))) differences.push(message);
  }
  const hasNoBody = [204, 205, 304].includes(response.status);
  return new Response(hasNoBody ? null : text, response);
}

function connect(credentials: HostCredentials) {
  return githubModule.connect({
    repository: `${emulator.url}/acme/docs.git`,
    apiUrl: emulator.url,
    credentials,
    fetch: compared,
    sleep: async () => {},
  });
}

const asApp = () => connect({ app: { id: "12345", privateKey: emulator.generatedSecrets[0]!.value } });

const draft = {
  branch,
  baseRef: "main",
  baseCommit: "0".repeat(40),
  headCommit: "0".repeat(40),
  title: "Explain the retry limit",
  body: "The page says what happens after the third attempt.",
  draft: false,
  jobId,
  patch: "",
  checks: null,
};

const users: [name: string, connection: () => ReturnType<typeof connect>, login: string][] = [
  ["a GitHub App", asApp, "copydesk-bot[bot]"],
  ["a token", () => connect({ token }), "bot"],
];

test.each(users)(
  "%s opens a pull request, finds it, updates it and comments on it",
  async (_, open, login) => {
    const host = open().pullRequests;
    const opened = await host.openPullRequest({ ...draft, labels: ["docs"], reviewers: ["writer"] });
    expect(opened).toMatchObject({ state: "open", branch });
    expect(await host.findPullRequest(branch)).toEqual(opened);
    await host.updatePullRequest(opened.number, { ...draft, title: "Another title" });
    await host.comment(opened.number, { topic: "one", body: "First." });
    await host.comment(opened.number, { topic: "one", body: "Second." });
    const made = await call("GET", `/repos/acme/docs/pulls/${opened.number}`);
    expect(made).toMatchObject({
      title: "Another title",
      user: { login },
      head: { ref: branch },
      base: { ref: "main" },
      labels: [{ name: "docs" }],
      requested_reviewers: [{ login: "writer" }],
    });
    const comments = await call("GET", `/repos/acme/docs/issues/${opened.number}/comments`);
    expect(comments).toHaveLength(1);
    expect(comments[0].body).toContain("Second.");
    expect(await host.getPullRequest(opened.number)).toEqual(opened);
    expect(await host.getPullRequest(987)).toBeNull();
  },
);

test.each(users)("%s is told whose it is, and that it lacks nothing", async (_, open, login) => {
  expect(await open().pullRequests.whoAmI()).toEqual({ login, missing: [] });
});

test("a merged pull request is told from a closed one", async () => {
  const host = asApp().pullRequests;
  const { number } = await host.openPullRequest(draft);
  await call("PUT", `/repos/acme/docs/pulls/${number}/merge`, {});
  expect(await host.getPullRequest(number)).toMatchObject({ state: "merged" });
  expect(await host.findPullRequest(branch)).toBeNull();
});

test("who may push is told from who may not", async () => {
  const { canWrite } = asApp();
  expect(await canWrite("bot")).toBe(true);
  expect(await canWrite("nobody-here")).toBe(false);
});

test("an App's token of the installation is what git gets", async () => {
  expect(await asApp().httpLogin()).toEqual({
    username: "x-access-token",
    password: expect.stringMatching(/^ghs_/),
  });
});

test("an App without a permission is told so, and refused", async () => {
  const other = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      ...seed,
      github: {
        ...seed.github,
        apps: [{ ...seed.github.apps[0]!, permissions: { contents: "write", metadata: "read" } }],
      },
    },
  });
  try {
    const host = githubModule.connect({
      repository: `${other.url}/acme/docs.git`,
      apiUrl: other.url,
      credentials: { app: { id: "12345", privateKey: other.generatedSecrets[0]!.value } },
      fetch: compared,
      sleep: async () => {},
    }).pullRequests;
    expect(await host.whoAmI()).toMatchObject({ missing: ["Pull requests: write", "Issues: write"] });
    await expect(host.openPullRequest(draft)).rejects.toMatchObject({
      code: "code_host_forbidden",
      message: expect.stringMatching(/answered 403: \S/),
    });
  } finally {
    await other.close();
  }
});
