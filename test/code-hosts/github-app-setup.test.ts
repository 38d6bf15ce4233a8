import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitForGithubApp } from "../../src/cli/projects/project-create-github-app.ts";
import { type RunningService, startService } from "../../src/compose/start-service.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { connectProject } from "../../src/projects/connect-project.ts";
import { createGithubAppLink } from "../../src/projects/create-github-app-link.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { sealGithubAppLink } from "../../src/projects/github-app-link.ts";
import { storeGithubApp } from "../../src/projects/store-github-app.ts";
import { openCredentials, sealCredentials } from "../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createCliStore, createTestCli, type TestCli } from "../helpers/cli-deps.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

const secretKey = randomBytes(32);
const secretBox = createSecretBox(secretKey);
const publicUrl = "https://copydesk.example.com/docs";
const logged: string[] = [];

let scene: GithubScene;
let store: TestDatabase;
let dataFolder: string;
let config: Config;
let services: RunningService[];
/** Addresses of two instances on one database. */
let one: string;
let other: string;

beforeAll(async () => {
  scene = await startGithubScene();
  store = await createTestDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), "copydesk-app-"));
  config = readConfig({
    DATABASE_URL: store.url,
    COPYDESK_DATA: dataFolder,
    COPYDESK_PORT: "0",
    COPYDESK_URL: publicUrl,
    COPYDESK_SECRET_KEY: secretKey.toString("hex"),
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  });
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) });
  const log = pino({ level: "info" }, stream);
  services = await Promise.all([1, 2].map(() => startService(config, { role: "api", log })));
  [one, other] = services.map(({ url }) => url!) as [string, string];
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await store.drop();
  await scene.close();
  await rm(dataFolder, { recursive: true, force: true });
});

beforeEach(() => void scene.requests.splice(0));

function newCli(): TestCli {
  const openStore = async () => ({ ...createCliStore(store.database), secretBox });
  return createTestCli({ readConfig: () => config, openStore });
}

async function newProject(): Promise<string> {
  const project = { name: "Docs", repository: scene.repository, host: "github" };
  return (await createProject(store, project)).id;
}

/** The path of a new link below the address of an instance. */
async function newLink(projectId: string, organization?: string): Promise<string> {
  const link = await createGithubAppLink({ ...store, secretBox, publicUrl }, projectId, { organization });
  return link.url.slice(publicUrl.length);
}

const decodeMarkup = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What the browser would post, and where GitHub would send it back to with a code. */
async function readForm(url: string) {
  const answer = await fetch(url);
  const text = await answer.text();
  const action = new URL(decodeMarkup(/action="([^"]*)"/.exec(text)![1]!));
  const manifest = JSON.parse(decodeMarkup(/name="manifest" value="([^"]*)"/.exec(text)![1]!));
  const backWith = (code: string) => {
    const state = action.searchParams.get("state")!;
    return `${manifest.redirect_url.slice(publicUrl.length)}?${new URLSearchParams({ code, state })}`;
  };
  return { answer, text, action, manifest, backWith };
}

function newCode(): string {
  const code = randomUUID();
  scene.state.manifestCodes.add(code);
  return code;
}

async function credentialsOf(projectId: string) {
  const { rows } = await store.database.pool.query("select credentials from projects where id = $1", [
    projectId,
  ]);
  return openCredentials(secretBox, projectId, rows[0].credentials);
}

const isConversion = ({ path }: { path: string }) => path.endsWith("/conversions");

describe("the set-up link", () => {
  test("made by a command leads, over two instances, to an App whose key is stored and works", async () => {
    const projectId = await newProject();
    const cli = newCli();
    let link: string | undefined;
    const running = cli.run("project", "create-github-app", projectId, "--organization", "acme", "--json");
    await expect
      .poll(() => {
        link = /https:\S+/.exec(cli.errors())?.[0];
        return link;
      })
      .toMatch(/^https:\/\/copydesk\.example\.com\/docs\/setup\/github-app\/v1\.[\w-]{20,}$/);
    const path = link!.slice(publicUrl.length);

    const { action, manifest, backWith } = await readForm(one + path);
    const origin = new URL(scene.repository).origin;
    expect(`${action.origin}${action.pathname}`).toBe(`${origin}/organizations/acme/settings/apps/new`);
    expect(manifest).toMatchObject({
      redirect_url: `${link}/created`,
      hook_attributes: { url: `${publicUrl}/v2/hooks/${projectId}` },
      default_permissions: { contents: "write", pull_requests: "write" },
    });

    const page = await fetch(other + backWith(newCode()));
    const appUrl = `${origin}/apps/${scene.state.app!.slug}`;
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`href="${appUrl}/installations/new"`),
    ]);
    const { code, stdout } = await running;
    const appId = String(scene.state.app!.id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(stdout)).toEqual({ projectId, appId, url: appUrl, hasWebhook: true });

    const { app, login, webhookSecret } = await credentialsOf(projectId);
    expect({ login, webhookSecret }).toEqual({
      login: `${scene.state.app!.slug}[bot]`,
      webhookSecret: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const connection = scene.module.connect(scene.options({ credentials: { app } }));
    expect(await connection.pullRequests.whoAmI()).toMatchObject({ missing: [] });
    expect(scene.differences).toEqual([]);

    const lines = logged.filter((line) => line.includes("stored the project's GitHub App"));
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ projectId, appId })]);
    const token = path.split("/").at(-1)!;
    for (const secret of [token, webhookSecret!, app!.privateKey.split("\n")[1]!]) {
      expect(logged.join("")).not.toContain(secret);
    }
    expect(logged.join("")).toContain('"path":"/setup/github-app/[redacted]/created"');
  });

  test("opens a page that is not kept, tells nobody its address, and posts to GitHub only", async () => {
    const { answer, text } = await readForm(one + (await newLink(await newProject())));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(
        `^default-src 'none'; style-src 'sha256-[^;]*; img-src 'none'; form-action ${new URL(scene.repository).origin}; `,
      ),
    });
    expect(text).not.toMatch(/<(script|link|img|iframe)\b|\bsrc=|@import|url\(/);
  });

  test.each([
    [
      "changed in its last character",
      (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    ],
    ["cut off", (token: string) => token.slice(0, -4)],
    ["empty words", () => "v1."],
    ["with NUL", () => "%00"],
    ["longer than any", () => `v1.${"a".repeat(190)}`],
    ["of another instance", (_: string, id: string) => seal(id, { box: createSecretBox(randomBytes(32)) })],
    ["expired", (_: string, id: string) => seal(id, { expiresAt: Date.now() - 1 })],
    ["of a project that is gone", () => seal("prj_0123456789abcdefghijkl")],
    [
      "something else that is encrypted for the project",
      (_: string, id: string) => sealCredentials(secretBox, id, { token: "t" }),
    ],
  ])("%s is answered 404 in the same words, and GitHub is not asked", async (_name, change) => {
    const projectId = await newProject();
    const path = await newLink(projectId);
    const { backWith } = await readForm(one + path);
    const token = path.split("/").at(-1)!;
    const changed = change(token, projectId);
    const answers = await Promise.all(
      [path, backWith(newCode())].map((good) => fetch(one + good.replace(token, changed))),
    );
    const missing = await (await fetch(`${one}/setup/github-app/x`)).text();
    expect(missing).toContain("This link leads nowhere");
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([404, missing]);
    expect(scene.requests).toEqual([]);
    expect(await credentialsOf(projectId)).toEqual({});
  });

  test.each(["", "guessed"])("with the state %j it stores nothing", async (state) => {
    const projectId = await newProject();
    const query = new URLSearchParams({ code: newCode(), state });
    const answer = await fetch(`${one}${await newLink(projectId)}/created?${query}`);
    expect(answer.status).toBe(404);
    expect(scene.requests).toEqual([]);
  });

  test("of another project takes no code that was meant for this one", async () => {
    const [projectId, foreign] = [await newProject(), await newProject()];
    const path = await newLink(projectId);
    const { backWith } = await readForm(one + (await newLink(foreign)));
    const back = new URL(one + backWith(newCode()));
    expect((await fetch(`${one}${path}/created${back.search}`)).status).toBe(404);
    expect(scene.requests).toEqual([]);
    expect([await credentialsOf(projectId), await credentialsOf(foreign)]).toEqual([{}, {}]);
  });

  test("of a project that has moved to another host leads nowhere", async () => {
    const projectId = await newProject();
    const path = await newLink(projectId);
    await store.database.pool.query("update projects set host = 'gitea' where id = $1", [projectId]);
    expect((await fetch(one + path)).status).toBe(404);
  });

  test("tells which App the new one replaces", async () => {
    const projectId = await newProject();
    const identify = async () => ({ login: "bot", missing: [] });
    await connectProject({ ...store, secretBox, identify }, projectId, {
      credentials: { app: { id: "4711", privateKey: "pem" }, token: "t" },
    });
    const { text, backWith } = await readForm(one + (await newLink(projectId)));
    expect(text).toContain("the App 4711");
    await fetch(one + backWith(newCode()));
    const id = String(scene.state.app!.id);
    expect(await credentialsOf(projectId)).toMatchObject({ token: "t", app: { id } });
  });
});

function seal(projectId: string, { box = secretBox, expiresAt = Date.now() + 60_000 } = {}): string {
  return sealGithubAppLink(box, { projectId, organization: null, expiresAt });
}

describe("the page that GitHub sends the browser back to", () => {
  test("can be loaded again, at any instance: the App is made once, and its link makes no other", async () => {
    const projectId = await newProject();
    const path = await newLink(projectId);
    const { backWith } = await readForm(one + path);
    const back = backWith(newCode());
    const pages = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(one + back)).text()));
    const stored = await credentialsOf(projectId);
    const again = [one + back, other + back, other + path, other + backWith(newCode())];
    for (const url of again) pages.push(await (await fetch(url)).text());
    expect(new Set(pages)).toEqual(new Set([expect.stringContaining("/installations/new")]));
    expect(scene.requests.filter(isConversion)).toHaveLength(1);
    expect(await credentialsOf(projectId)).toEqual(stored);
  });

  test("shows GitHub's words when it refuses the code, and what was stored stays", async () => {
    const projectId = await newProject();
    const path = await newLink(projectId);
    const { backWith } = await readForm(one + path);
    const answer = await fetch(one + backWith("used-already"));
    const text = await answer.text();
    expect([answer.status, text]).toEqual([
      502,
      expect.stringContaining("Could not fetch the new GitHub App: GitHub answered 404: Not Found."),
    ]);
    const retry = new URL(/href="([^"]*)"/.exec(text)![1]!, answer.url);
    expect(retry.href).toBe(one + path);
    expect(await credentialsOf(projectId)).toEqual({});
  });

  test("says that GitHub is away, and works when it is loaded again", async () => {
    const projectId = await newProject();
    const { backWith } = await readForm(one + (await newLink(projectId)));
    const back = one + backWith(newCode());
    scene.fail({ when: isConversion, before: { status: 503, body: { message: "Unicorn!" } } });
    const away = await fetch(back);
    expect([away.status, await away.text()]).toEqual([503, expect.stringContaining("503: Unicorn!")]);
    expect(await credentialsOf(projectId)).toEqual({});
    expect((await fetch(back)).status).toBe(200);
    expect(await credentialsOf(projectId)).toHaveProperty("app");
  });

  test("uses no code for a look at its headers", async () => {
    const { backWith } = await readForm(one + (await newLink(await newProject())));
    const answer = await fetch(one + backWith(newCode()), { method: "HEAD" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
    expect(scene.requests).toEqual([]);
  });
});

describe("project create-github-app", () => {
  test("with --no-wait prints the link and ends", async () => {
    const projectId = await newProject();
    const { code, stdout, stderr } = await newCli().run(
      ...["project", "create-github-app", projectId, "--no-wait"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.startsWith(`${publicUrl}/setup/github-app/v1.`)).toBe(true);
    expect((await fetch(one + stdout.trim().slice(publicUrl.length))).status).toBe(200);
  });

  test("lets go at the first signal; the link stays valid", async () => {
    const cli = newCli();
    const running = cli.run("project", "create-github-app", await newProject(), "--json");
    await expect.poll(() => cli.signal("SIGINT")).toBe(true);
    const { code, stdout, stderr } = await running;
    expect(code).toBe(1);
    const { link, expiresAt } = JSON.parse(stdout);
    expect(stderr).toContain(`the link stays valid until ${expiresAt}\n`);
    const validMs = Date.parse(expiresAt) - Date.now();
    expect(validMs).toBeGreaterThan(50 * 60_000);
    expect(validMs).toBeLessThanOrEqual(60 * 60_000);
    expect((await fetch(one + link.slice(publicUrl.length))).status).toBe(200);
  });

  test.each([
    [["--organization", "acme/../docs"], "invalid_request", 2],
    [["--organization", "x".repeat(40)], "invalid_request", 2],
  ])("refuses %j", async (args, error, exitCode) => {
    const { code, stdout } = await newCli().run(
      ...["project", "create-github-app", await newProject(), ...args, "--json"],
    );
    expect([code, JSON.parse(stdout).error.code]).toEqual([exitCode, error]);
  });

  test("ends when the link has expired unused, whatever App the project has", async () => {
    const projectId = await newProject();
    const app = { id: "1", privateKey: "pem", webhookSecret: null, url: "https://github.com/apps/x" };
    await storeGithubApp({ ...store, secretBox }, projectId, { ...app, link: "another" });
    const { signal } = new AbortController();
    const waiting = waitForGithubApp({ ...store, secretBox }, projectId, {
      ...{ id: "this", expiresAt: new Date(Date.now() + 300).toISOString(), signal },
    });
    await expect(waiting).rejects.toMatchObject({ code: "code_host_unavailable" });
  });

  test("is for projects on GitHub only", async () => {
    const { id } = await createProject(store, { name: "x", repository: "https://gitlab.com/acme/docs" });
    const { code, stderr } = await newCli().run("project", "create-github-app", id);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: The project's code host is gitlab; only GitHub has Apps. (invalid_request)\n",
    });
  });
});
