import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, openBrowser, type TestBrowser } from "../../../test/helpers/people.ts";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";

/** Signs in at a third-party emulation of Okta, over HTTP on both sides. */

let emulator: Emulator;
let server: TestServer;
let owner: TestBrowser;

const people = [
  "ada@example.com",
  "guest@partner.example",
  "stranger@elsewhere.example",
  "owner@example.com",
];

beforeAll(async () => {
  const openId = {
    ...{ issuer: "", clientId: "copydesk", clientSecret: "the client's secret" },
    ...{ name: "Example login", domains: ["example.com"], role: "editor" as const },
  };
  server = await startTestServer({
    signIn: { secrets: () => ["a secret of the test"], publicUrl: null, openId },
  });
  const users = people.map((login) => ({ login, email: login, first_name: "Ada", last_name: "Lovelace" }));
  const client = {
    ...{ client_id: openId.clientId, client_secret: openId.clientSecret, name: "Copydesk" },
    redirect_uris: [`${server.url}/v2/auth/callback/openid`],
  };
  const seed = { okta: { users, oauth_clients: [client] } };
  emulator = await createEmulator({ service: "okta", port: 0, seed });
  // Both need each other's address: the provider is contacted only at the first sign-in.
  openId.issuer = `${emulator.url}/oauth2/default`;
  owner = await makeOwner(server);
});
afterAll(async () => {
  await server.close();
  await emulator.close();
});

/** Returns where the browser ends up after choosing a person on the provider's page. */
async function signInAs(email: string, browser = openBrowser(server.url), change = (url: URL) => url) {
  const started = await browser.fetch("/v2/auth/sign-in/oauth2", {
    method: "POST",
    body: { callbackURL: "/jobs?status=active" },
  });
  expect(started.status).toBe(200);
  const { url } = (await started.json()) as { url: string };
  const page = await (await fetch(url)).text();
  const form = page.split("<form").find((part) => part.includes(email)) ?? "";
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [name!, value!.replaceAll("&amp;", "&")],
  );
  const chosen = await fetch(new URL(action, emulator.url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
  const back = change(new URL(chosen.headers.get("location")!));
  const answer = await browser.fetch(back.pathname + back.search);
  return { browser, answer, location: new URL(answer.headers.get("location")!, server.url), back };
}

const me = async (browser: TestBrowser) => {
  const answer = await browser.fetch("/v2/me");
  return {
    status: answer.status,
    ...((await answer.json()) as { email?: string; role?: string; name?: string }),
  };
};

test("the sign-in page offers the provider", async () => {
  const options = await (await fetch(`${server.url}/v2/sign-in-options`)).json();
  expect(options).toMatchObject({ openId: { id: "openid", name: "Example login" } });
});

test("a person of an allowed domain gets the domain's role, and is the same person next time", async () => {
  const first = await signInAs("ada@example.com");
  expect([first.answer.status, first.location.pathname + first.location.search]).toEqual([
    302,
    "/jobs?status=active",
  ]);
  expect(first.answer.headers.getSetCookie().join()).toMatch(/session_token=[^;]+;.*HttpOnly; SameSite=Lax/i);
  expect(await me(first.browser)).toMatchObject({
    email: "ada@example.com",
    role: "editor",
    name: "Ada Lovelace",
  });
  const again = await signInAs("ada@example.com");
  expect(await me(again.browser)).toMatchObject({ email: "ada@example.com", role: "editor" });
  const { rows } = await server.store.database.pool.query(
    "select count(*)::int as people from people where email = 'ada@example.com'",
  );
  expect(rows).toEqual([{ people: 1 }]);
});

test("a person of another domain needs an invitation for their address, and gets its role", async () => {
  const refused = await signInAs("guest@partner.example");
  expect([refused.location.pathname, refused.location.searchParams.get("error")]).toEqual([
    "/sign-in",
    "not_invited",
  ]);
  expect((await me(refused.browser)).status).toBe(401);
  const body = { email: "guest@partner.example", role: "viewer" };
  expect((await owner.fetch("/v2/manage/invitations", { method: "POST", body })).status).toBe(201);
  const invited = await signInAs("guest@partner.example");
  expect(await me(invited.browser)).toMatchObject({ email: "guest@partner.example", role: "viewer" });
});

test("an owner with a password is the same person at the provider", async () => {
  const { browser } = await signInAs("owner@example.com");
  expect(await me(browser)).toMatchObject({ email: "owner@example.com", role: "owner" });
});

test("an answer of the provider with another state, or in another browser, signs nobody in", async () => {
  const forged = await signInAs("ada@example.com", openBrowser(server.url), (url) => {
    url.searchParams.set("state", "x".repeat(32));
    return url;
  });
  expect([forged.location.pathname, (await me(forged.browser)).status]).toEqual(["/sign-in", 401]);
  const { back } = await signInAs("stranger@elsewhere.example");
  const other = openBrowser(server.url);
  await other.fetch(back.pathname + back.search);
  expect((await me(other)).status).toBe(401);
});

test("stores none of the provider's tokens, and redirects only to this instance", async () => {
  const { rows } = await server.store.database.pool.query(
    "select access_token, refresh_token, id_token from accounts where provider_id = 'openid'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.values(row)).toEqual([null, null, null]);
  for (const callbackURL of [
    "https://evil.example.com/",
    "//evil.example.com",
    "/\\evil.example.com",
    "evil",
  ]) {
    const answer = await openBrowser(server.url).fetch("/v2/auth/sign-in/oauth2", {
      method: "POST",
      body: { callbackURL },
    });
    expect(answer.status).toBe(400);
  }
});
