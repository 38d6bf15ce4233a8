import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForGithubApp } from "../../src/cli/projects/project-create-github-app.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { storeGithubApp } from "../../src/projects/store-github-app.ts";
import { createCliStore, createTestCli, type TestCli } from "../helpers/cli-deps.ts";
import {
  type GithubAppLinkScene,
  startGithubAppLinkScene,
} from "../helpers/code-hosts/github-app-link-scene.ts";

let scene: GithubAppLinkScene;

beforeAll(async () => {
  scene = await startGithubAppLinkScene();
});
afterAll(() => scene.close());

function newCli(): TestCli {
  const { config, publicUrl, store, secretBox } = scene;
  const openStore = async () => ({ ...createCliStore(store.database), publicUrl, secretBox });
  return createTestCli({ readConfig: () => config, openStore });
}

describe("project create-github-app", () => {
  test("gives a link that leads, over two instances, to an App whose key is stored and works", async () => {
    const projectId = await scene.createProject();
    const cli = newCli();
    let link: string | undefined;
    const running = cli.run("project", "create-github-app", projectId, "--organization", "acme", "--json");
    await expect
      .poll(() => {
        link = /https:\S+/.exec(cli.errors())?.[0];
        return link;
      })
      .toMatch(/^https:\/\/copydesk\.example\.com\/docs\/setup\/github-app\/v1\.[\w-]{20,}$/);
    const path = link!.slice(scene.publicUrl.length);

    const { action, manifest, backWith } = await scene.readForm(scene.one + path);
    const origin = new URL(scene.github.repository).origin;
    expect(`${action.origin}${action.pathname}`).toBe(`${origin}/organizations/acme/settings/apps/new`);
    expect(manifest).toMatchObject({
      redirect_url: `${link}/created`,
      hook_attributes: { url: `${scene.publicUrl}/v2/hooks/${projectId}` },
      default_permissions: { contents: "write", pull_requests: "write" },
    });

    const page = await fetch(scene.other + backWith(scene.newCode()));
    const appUrl = `${origin}/apps/${scene.github.state.app!.slug}`;
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`href="${appUrl}/installations/new"`),
    ]);
    const { code, stdout } = await running;
    const appId = String(scene.github.state.app!.id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(stdout)).toEqual({ projectId, appId, url: appUrl, hasWebhook: true });

    const { app, login, webhookSecret } = await scene.credentialsOf(projectId);
    expect({ login, webhookSecret }).toEqual({
      login: `${scene.github.state.app!.slug}[bot]`,
      webhookSecret: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const connection = scene.github.module.connect(scene.github.options({ credentials: { app } }));
    expect(await connection.pullRequests.whoAmI()).toMatchObject({ missing: [] });
    expect(scene.github.differences).toEqual([]);

    const lines = scene.logged.filter((line) => line.includes("stored the project's GitHub App"));
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ projectId, appId })]);
    const token = path.split("/").at(-1)!;
    for (const secret of [token, webhookSecret!, app!.privateKey.split("\n")[1]!]) {
      expect(scene.logged.join("")).not.toContain(secret);
    }
    expect(scene.logged.join("")).toContain('"path":"/setup/github-app/[redacted]/created"');
  });

  test("with --no-wait prints the link and ends", async () => {
    const projectId = await scene.createProject();
    const { code, stdout, stderr } = await newCli().run(
      ...["project", "create-github-app", projectId, "--no-wait"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.startsWith(`${scene.publicUrl}/setup/github-app/v1.`)).toBe(true);
    expect((await fetch(scene.one + stdout.trim().slice(scene.publicUrl.length))).status).toBe(200);
  });

  test("lets go at the first signal; the link stays valid", async () => {
    const cli = newCli();
    const running = cli.run("project", "create-github-app", await scene.createProject(), "--json");
    await expect.poll(() => cli.signal("SIGINT")).toBe(true);
    const { code, stdout, stderr } = await running;
    expect(code).toBe(1);
    const { link, expiresAt } = JSON.parse(stdout);
    expect(stderr).toContain(`the link stays valid until ${expiresAt}\n`);
    const validMs = Date.parse(expiresAt) - Date.now();
    expect(validMs).toBeGreaterThan(50 * 60_000);
    expect(validMs).toBeLessThanOrEqual(60 * 60_000);
    expect((await fetch(scene.one + link.slice(scene.publicUrl.length))).status).toBe(200);
  });

  test.each([
    [["--organization", "acme/../docs"], "invalid_request", 2],
    [["--organization", "x".repeat(40)], "invalid_request", 2],
  ])("refuses %j", async (args, error, exitCode) => {
    const { code, stdout } = await newCli().run(
      ...["project", "create-github-app", await scene.createProject(), ...args, "--json"],
    );
    expect([code, JSON.parse(stdout).error.code]).toEqual([exitCode, error]);
  });

  test("ends when the link has expired unused, whatever App the project has", async () => {
    const projectId = await scene.createProject();
    const app = { id: "1", privateKey: "pem", webhookSecret: null, url: "https://github.com/apps/x" };
    await storeGithubApp({ ...scene.store, secretBox: scene.secretBox }, projectId, {
      ...app,
      link: "another",
    });
    const { signal } = new AbortController();
    const waiting = waitForGithubApp({ ...scene.store, secretBox: scene.secretBox }, projectId, {
      ...{ id: "this", expiresAt: new Date(Date.now() + 300).toISOString(), signal },
    });
    await expect(waiting).rejects.toMatchObject({ code: "code_host_unavailable" });
  });

  test("is for projects on GitHub only", async () => {
    const { id } = await createProject(scene.store, {
      name: "x",
      repository: "https://gitlab.com/acme/docs",
    });
    const { code, stderr } = await newCli().run("project", "create-github-app", id);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: The project's code host is gitlab; only GitHub has Apps. (invalid_request)\n",
    });
  });
});
