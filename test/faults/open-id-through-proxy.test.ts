import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  hasOpenssl,
  makeCertificates,
  portOf,
  startConnectProxy,
  startTlsFront,
  withOpenssl,
} from "../helpers/company-network.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { freePort } from "../helpers/free-port.ts";
import { openBrowser } from "../helpers/people.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

/** A name that only the proxy knows, and a certificate of an authority that only the operator names. */
const provider = "https://login.test";
const login = "bot:p4ssw0rd";
const publicUrl = "http://localhost:9999";
const client = { client_id: "copydesk", client_secret: "the client's secret", name: "Copydesk" };

describe("OpenID Connect in a company's network", withOpenssl, () => {
  const connected: string[] = [];
  let folder: string;
  let store: TestDatabase;
  let emulator: Emulator;
  let direct: string;
  let front: Server;
  let proxy: Server;

  beforeAll(async () => {
    if (!hasOpenssl) return;
    folder = mkdtempSync(join(tmpdir(), "copydesk-open-id-"));
    makeCertificates(folder, "login.test");
    store = await createTestDatabase();
    const users = [{ login: "ada@example.com", email: "ada@example.com", first_name: "Ada", last_name: "L" }];
    const redirects = { redirect_uris: [`${publicUrl}/v2/auth/callback/openid`] };
    const seed = { okta: { users, oauth_clients: [{ ...client, ...redirects }] } };
    const port = await freePort();
    direct = `http://127.0.0.1:${port}`;
    emulator = await createEmulator({ service: "okta", port, seed, baseUrl: provider });
    front = await startTlsFront(folder, port);
    proxy = await startConnectProxy(front, { login, connected });
  });
  afterAll(async () => {
    if (!hasOpenssl) return;
    for (const server of [front, proxy]) server.close();
    await emulator.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (more: Record<string, string>): Promise<CopydeskProcess> =>
    startCopydesk({
      role: "api",
      environment: {
        ...{ DATABASE_URL: store.url, COPYDESK_DATA: folder, COPYDESK_LOG_LEVEL: "error" },
        ...{ COPYDESK_URL: publicUrl, COPYDESK_OIDC_ISSUER: `${provider}/oauth2/default` },
        ...{ COPYDESK_OIDC_CLIENT_ID: client.client_id, COPYDESK_OIDC_CLIENT_SECRET: client.client_secret },
        ...{ COPYDESK_OIDC_DOMAINS: "example.com", COPYDESK_OIDC_ROLE: "editor" },
        ...more,
      },
    });

  test("somebody signs in through the proxy, by the certificate that the operator trusts", async () => {
    const environment = {
      HTTPS_PROXY: `http://${login}@127.0.0.1:${portOf(proxy)}`,
      SSL_CERT_FILE: join(folder, "ca.pem"),
    };
    const service = await start(environment);
    const browser = openBrowser(service.url);
    const headers = { origin: publicUrl };
    const started = await browser.fetch("/v2/auth/sign-in/oauth2", {
      ...{ method: "POST", body: { callbackURL: "/jobs" }, headers },
    });
    expect(started.status, await started.clone().text()).toBe(200);
    const back = await choose(((await started.json()) as { url: string }).url);
    const answer = await browser.fetch(back.pathname + back.search);
    expect(new URL(answer.headers.get("location")!, publicUrl).pathname).toBe("/jobs");
    const me = await browser.fetch("/v2/me");
    expect(await me.json()).toMatchObject({ email: "ada@example.com", role: "editor" });
    expect(new Set(connected)).toEqual(new Set(["login.test:443"]));
    expect(service.log()).not.toContain("p4ssw0rd");
    await service.end();
  });

  test("without the proxy the provider is not reached, and nobody is signed in", async () => {
    const service = await start({});
    const browser = openBrowser(service.url);
    const started = await browser.fetch("/v2/auth/sign-in/oauth2", {
      ...{ method: "POST", body: { callbackURL: "/jobs" }, headers: { origin: publicUrl } },
    });
    expect(started.status).toBeGreaterThanOrEqual(400);
    expect((await browser.fetch("/v2/me")).status).toBe(401);
    await service.end();
  });

  /** What a person does on the provider's page; their browser needs no proxy. */
  async function choose(address: string): Promise<URL> {
    const page = await (await fetch(address.replace(provider, direct))).text();
    const form = page.split("<form").find((part) => part.includes("ada@example.com")) ?? "";
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]): [string, string] => [name!, value!.replaceAll("&amp;", "&")],
    );
    const target = new URL(action, provider).href.replace(provider, direct);
    const chosen = await fetch(target, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
    });
    return new URL(chosen.headers.get("location")!);
  }
});

/** The emulation says its own name in its links, and so not which port it has taken. */
