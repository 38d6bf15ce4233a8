import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFirstOwnerLink } from "../../src/people/links/first-owner.ts";
import { createSignInLink } from "../../src/people/links/sign-in-link.ts";
import { inBrowser } from "../helpers/browser.ts";
import {
  type DashboardScene,
  expectClean,
  type Form,
  forms,
  owner,
  startDashboard,
} from "../helpers/dashboard.ts";

const eachForm = Object.keys(forms) as Form[];

describe("signing in to the dashboard", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    scene = await startDashboard();
  });
  afterAll(async () => {
    await scene.close();
  });

  const linkFor = async (purpose: "sign_in" | "reset_password") => {
    const { store } = scene.project;
    const { rows } = await store.database.pool.query<{ id: string }>(
      "select id from people where email = $1",
      [owner.email],
    );
    const actor = { author: { kind: "command", name: "test" }, from: null } as never;
    const link = await createSignInLink(store, { userId: rows[0]!.id, purpose, publicUrl: scene.url, actor });
    return link.url.slice(scene.url.length);
  };

  test.for(eachForm)("the pages before a session are clean: %s", async (form) => {
    const paths = [
      ...["/sign-in", "/welcome?token=x", "/welcome", "/reset-password?token=x", "/reset-password"],
      ...["/invitation/none", "/shared/none", "/sign-in-link?token=none", "/no/such/page"],
      "/authorize?client_id=x",
    ];
    for (const path of paths) {
      const opened = await scene.open(path, { form, as: null });
      await opened.page.locator("h1").waitFor();
      if (/none/.test(path)) await opened.page.getByRole("alert").waitFor();
      await expectClean(opened);
      await opened.context.close();
    }
  });

  test("whoever is not signed in comes back to the page that they wanted", async () => {
    const { page, context } = await scene.open("/new?prompt=Fix+broken+links", { as: null });
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${scene.url}/new?prompt=Fix+broken+links`);
    await page.getByRole("button", { name: owner.name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto("/");
    await page.waitForURL(/\/sign-in/);
    await context.close();
  });

  test("a sign-in link works once and leads on, to this dashboard only", async () => {
    const link = await linkFor("sign_in");
    const first = await scene.open(`${link}&next=/new`, { as: null });
    await first.page.waitForURL(`${scene.url}/new`);
    await first.context.close();
    const again = await scene.open(link, { as: null });
    await again.page.getByRole("alert").waitFor();
    await again.context.close();
    const elsewhere = await scene.open(`${await linkFor("sign_in")}&next=//elsewhere.example/`, { as: null });
    await elsewhere.page.waitForURL(`${scene.url}/`);
    expect(elsewhere.faults).toEqual([]);
    await elsewhere.context.close();
  });

  test("an invitation makes an account with its role, and whoever may not ask for changes is told so", async () => {
    const cookie = await scene.signIn();
    const made = await fetch(`${scene.url}/v2/manage/invitations`, {
      method: "POST",
      headers: { cookie, origin: scene.url, "content-type": "application/json" },
      body: JSON.stringify({ role: "viewer" }),
    });
    const { url } = (await made.json()) as { url: string };
    const opened = await scene.open(new URL(url).pathname, { as: null });
    await opened.page.getByText("As a viewer you read jobs").waitFor();
    await expectClean(opened);
    await opened.page.getByLabel("Name").fill("Vera Viewer");
    await opened.page.getByLabel("E-mail").fill("vera@example.com");
    await opened.page.getByLabel("Password", { exact: true }).fill("a long password");
    await opened.page.getByRole("button", { name: "Create the account and join" }).click();
    await opened.page.waitForURL(`${scene.url}/`);
    expect(await opened.page.getByRole("link", { name: "New job" }).count()).toBe(0);
    await opened.page.goto("/new");
    await opened.page.getByRole("heading", { name: "You may not see this page" }).waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  test.for(eachForm)(
    "an application is let in after signing in, is listed, and can be ended: %s",
    async (form) => {
      const redirectUri = "http://127.0.0.1:33418/callback";
      const name = `An editor (${form})`;
      const registered = await fetch(`${scene.url}/v2/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
      });
      const { client_id } = (await registered.json()) as { client_id: string };
      const verifier = "v".repeat(43);
      const request = new URLSearchParams({
        ...{ response_type: "code", client_id, redirect_uri: redirectUri, state: "s", scope: "anything" },
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      });
      const opened = await scene.open(`/authorize?${request}`, { form, as: null });
      const { page, context } = opened;
      await page.getByLabel("E-mail").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await page.keyboard.press("Enter");
      await page.getByText(`${name} wants to act for you, ${owner.name}.`).waitFor();
      await page.getByText("127.0.0.1:33418").waitFor();
      await expectClean(opened);
      await page.route(`${redirectUri}*`, (route) => route.fulfill({ body: "Back in the editor." }));
      await page.getByRole("button", { name: "Let it in" }).click();
      await page.getByText("Back in the editor.").waitFor();
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("state")).toBe("s");
      const exchanged = await fetch(`${scene.url}/v2/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          ...{ grant_type: "authorization_code", code: searchParams.get("code")!, client_id },
          ...{ redirect_uri: redirectUri, code_verifier: verifier },
        }),
      });
      expect(exchanged.status).toBe(200);
      await page.goto(`${scene.url}/settings`);
      const row = page
        .getByRole("list", { name: "Sessions" })
        .getByRole("listitem")
        .filter({ hasText: name });
      await row.getByText("Application", { exact: true }).waitFor();
      await row.getByRole("button", { name: `End the session of ${name}` }).click();
      await row.waitFor({ state: "detached" });
      await context.close();
    },
  );

  test("a new password signs in, the old one does not", async () => {
    const { page, context } = await scene.open(await linkFor("reset_password"), { as: null });
    await page.getByLabel("Password", { exact: true }).fill("another good password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("heading", { name: "The password is changed" }).waitFor();
    await expect(scene.signIn()).rejects.toThrow(/40[13]/);
    expect(await scene.signIn({ ...owner, password: "another good password" })).toContain("=");
    await context.close();
    const { store } = scene.project;
    expect(await createFirstOwnerLink(store, scene.url)).toBeNull();
  });
});
