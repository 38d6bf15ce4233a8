import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "emulate";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, inBrowser } from "../helpers/browser.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type CuttableRelay, startCuttableRelay } from "../helpers/cuttable-relay.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

const client = { client_id: "copydesk", client_secret: "the client's secret", name: "Copydesk" };
const users = [
  { login: "ada@example.com", email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
  { login: "guest@partner.example", email: "guest@partner.example", first_name: "Gus", last_name: "Guest" },
];

/** The provider is at `localhost` and the instance at `127.0.0.1`: two sites, as a browser sees it. */
describe("signing in at an OpenID Connect provider", inBrowser, () => {
  let folder: string;
  let store: TestDatabase;
  let relay: CuttableRelay;
  let emulator: Emulator;
  let service: CopydeskProcess;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "copydesk-open-id-"));
    store = await createTestDatabase();
    // Both sides know the other's address before they start.
    relay = await startCuttableRelay();
    const redirects = { redirect_uris: [`${relay.url}/v2/auth/callback/openid`] };
    const seed = { okta: { users, oauth_clients: [{ ...client, ...redirects }] } };
    emulator = await createEmulator({ service: "okta", port: 0, seed });
    service = await startCopydesk({
      role: "api",
      environment: {
        ...{ DATABASE_URL: store.url, COPYDESK_DATA: folder, COPYDESK_LOG_LEVEL: "error" },
        ...{ COPYDESK_URL: relay.url, COPYDESK_OIDC_ISSUER: `${emulator.url}/oauth2/default` },
        ...{ COPYDESK_OIDC_CLIENT_ID: client.client_id, COPYDESK_OIDC_CLIENT_SECRET: client.client_secret },
        ...{ COPYDESK_OIDC_NAME: "Example login", COPYDESK_OIDC_DOMAINS: "example.com" },
        COPYDESK_OIDC_ROLE: "editor",
      },
    });
    relay.lead(service.url);
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.end();
    await emulator?.close();
    await relay?.close();
    await store?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(path: string): Promise<{ page: Page; context: BrowserContext }> {
    const context = await browser.newContext({ baseURL: relay.url, reducedMotion: "reduce" });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(path);
    return { page, context };
  }

  async function continueAs(page: Page, email: string): Promise<void> {
    await page.getByRole("button", { name: "Continue with Example login" }).click();
    await page.waitForURL((url) => url.origin === new URL(emulator.url).origin);
    await page.getByRole("button", { name: email }).click();
  }

  test("whoever the provider knows comes to the page that they wanted, with the role for their domain", async () => {
    const { page, context } = await open("/settings?from=a-mail");
    await page.waitForURL(/\/sign-in\?next=/);
    await continueAs(page, "ada@example.com");
    await page.waitForURL(`${relay.url}/settings?from=a-mail`);
    await page.getByRole("button", { name: "Ada Lovelace" }).waitFor();
    const me = await page.request.get("/v2/me");
    expect(await me.json()).toMatchObject({ email: "ada@example.com", role: "editor" });
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in/);
    expect((await page.request.get("/v2/me")).status()).toBe(401);
    await context.close();
  });

  test("whoever nobody has invited is told what to do, and comes to that page once they have an account", async () => {
    const { page, context } = await open("/settings?from=a-mail");
    await continueAs(page, "guest@partner.example");
    const alert = page.getByRole("alert");
    await alert
      .getByText("You have no account here yet. Ask an owner to invite the e-mail address")
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await continueAs(page, "ada@example.com");
    await page.waitForURL(`${relay.url}/settings?from=a-mail`);
    await context.close();
  });

  test("a provider that says no leads back to a page that says so", async () => {
    const { page, context } = await open("/sign-in");
    await page.getByRole("button", { name: "Continue with Example login" }).click();
    await page.waitForURL((url) => url.origin === new URL(emulator.url).origin);
    const state = new URL(page.url()).searchParams.get("state")!;
    await page.goto(`/v2/auth/callback/openid?error=access_denied&state=${state}`);
    await page.getByRole("alert").getByText("Example login did not let you sign in here").waitFor();
    expect((await page.request.get("/v2/me")).status()).toBe(401);
    await context.close();
  });
});
