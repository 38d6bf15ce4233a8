import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  makeMember,
  makeOwner,
  newEmail,
  openBrowser,
  signIn,
  type TestBrowser,
  testPassword,
} from "../../../../test/helpers/people.ts";
import { startTestServer, type TestServer, tally } from "../../../../test/helpers/test-server.ts";
import { createFirstOwnerLink } from "../../../people/links/first-owner.ts";

let server: TestServer;
let owner: TestBrowser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await makeOwner(server);
});
afterAll(() => server.close());
beforeEach(() => query("delete from sign_in_attempts"));

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;
// biome-ignore lint/suspicious/noExplicitAny: the schemas of the answers are held by the tests of the description.
const json = async (answer: Response) => (await answer.json()) as Record<string, any>;

describe("the first owner", () => {
  test("is the first person to open the printed link; it works once, and no further link is made", async () => {
    const own = await startTestServer();
    try {
      const options = async () => json(await fetch(`${own.url}/v2/sign-in-options`));
      expect(await options()).toEqual({ needsOwner: true, password: true, openId: null });
      const links = await Promise.all([1, 2].map(() => createFirstOwnerLink(own.store, own.url)));
      const claims = links.flatMap((link) => [1, 2].map(() => link!));
      const answers = await Promise.all(
        claims.map((link, index) =>
          openBrowser(own.url).fetch("/v2/first-owner", {
            method: "POST",
            body: {
              ...{ token: new URL(link).searchParams.get("token"), name: "A" },
              ...{ email: `a${index}@example.com`, password: testPassword },
            },
          }),
        ),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 204: 1, 404: 3 });
      expect(await options()).toMatchObject({ needsOwner: false });
      expect(await createFirstOwnerLink(own.store, own.url)).toBeNull();
    } finally {
      await own.close();
    }
  });

  test("cannot come by a link that is older than a day", async () => {
    const own = await startTestServer();
    try {
      const link = new URL((await createFirstOwnerLink(own.store, own.url))!);
      await own.store.database.pool.query("update sign_in_links set expires_at = clock_timestamp()");
      const answer = await openBrowser(own.url).fetch("/v2/first-owner", {
        method: "POST",
        body: {
          ...{ token: link.searchParams.get("token"), name: "A", email: "a@example.com" },
          password: testPassword,
        },
      });
      expect([answer.status, (await json(answer)).code]).toEqual([410, "invitation_expired"]);
    } finally {
      await own.close();
    }
  });

  test("owns the default organisation and knows who they are", async () => {
    const me = await json(await owner.fetch("/v2/me"));
    expect(me).toMatchObject({
      ...{ kind: "user", name: "Olive Owner", email: "owner@example.com", role: "owner" },
      organisations: [{ name: "Default", role: "owner" }],
      ...{ projectIds: null, jobId: null, publicUrl: server.url },
    });
    expect(me.permissions).toContain("settings:write");
  });
});

describe("signing in", () => {
  test("sets a cookie for this site alone that scripts cannot read, and signing out ends the session", async () => {
    const { answer, browser } = await signIn(server.url, "Owner@Example.com");
    expect(answer.status).toBe(200);
    expect(await json(answer)).toEqual({
      user: { id: expect.stringMatching(/^usr_/), name: "Olive Owner", email: "owner@example.com" },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^copydesk\.session_token=[^;]+;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/Domain|Secure/);
    expect((await browser.fetch("/v2/me")).status).toBe(200);
    const stolen = browser.cookie;
    expect((await browser.fetch("/v2/auth/sign-out", { method: "POST" })).status).toBe(204);
    expect(browser.cookie).toBe("");
    const after = await openBrowser(server.url, stolen).fetch("/v2/me");
    expect([after.status, (await json(after)).code]).toEqual([401, "not_signed_in"]);
  });

  test.each([
    ["https://docs.example.com", /^__Host-copydesk\.session_token=[^;]+;.*Path=\/;.*Secure/],
    ["https://example.com/copydesk", /^__Secure-copydesk\.session_token=[^;]+;.*Path=\/copydesk;.*Secure/],
  ])("behind %s the cookie is bound to https and the path", async (publicUrl, expected) => {
    const own = await startTestServer({
      signIn: { secrets: () => ["a secret of the test"], publicUrl, openId: null },
      basePath: new URL(publicUrl).pathname.replace(/\/$/, ""),
    });
    try {
      const link = new URL((await createFirstOwnerLink(own.store, publicUrl))!);
      const body = { name: "A", email: "a@example.com", password: testPassword };
      const browser = openBrowser(own.url);
      const made = await browser.fetch("/v2/first-owner", {
        method: "POST",
        body: { ...body, token: link.searchParams.get("token") },
      });
      const { answer } = await (async () => {
        const other = openBrowser(own.url);
        return {
          answer: await other.fetch("/v2/auth/sign-in/email", {
            method: "POST",
            body: { email: body.email, password: testPassword },
          }),
        };
      })();
      for (const { headers } of [made, answer]) expect(headers.getSetCookie()[0]).toMatch(expected);
      expect((await browser.fetch("/v2/me")).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test("a wrong password and an unknown address cannot be told apart", async () => {
    const known = (await signIn(server.url, "owner@example.com", { password: "not the password" })).answer;
    const unknown = (await signIn(server.url, "nobody@example.com", { password: "not the password" })).answer;
    const bodies = await Promise.all([known, unknown].map(json));
    const without = bodies.map(({ requestId: _, ...rest }) => rest);
    expect(without[0]).toEqual(without[1]);
    expect(without[0]).toMatchObject({ status: 401, code: "not_signed_in" });
    const names = [known, unknown].map(({ headers }) => [...headers.keys()].sort());
    expect(names[0]).toEqual(names[1]);
  });

  test("after ten failures with an address, even the right password is refused for a while, however many come at once", async () => {
    const email = newEmail();
    await makeMember(server.url, owner, { role: "viewer", email });
    await query("delete from sign_in_attempts");
    const answers = await Promise.all(
      Array.from(
        { length: 25 },
        async () => (await signIn(server.url, email, { password: "not the password" })).answer,
      ),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 15 });
    const right = (await signIn(server.url, email)).answer;
    expect([right.status, (await json(right)).code]).toEqual([429, "too_many_attempts"]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await signIn(server.url, "owner@example.com")).answer.status).toBe(200);
    await query("update sign_in_attempts set since = since - interval '16 minutes'");
    expect((await signIn(server.url, email)).answer.status).toBe(200);
  });

  test("a network address may fail sixty times, whatever the names", async () => {
    await query("delete from sign_in_attempts");
    await signIn(server.url, newEmail(), { password: "x" });
    await query("update sign_in_attempts set attempts = 60 where key like 'address:%'");
    expect((await signIn(server.url, newEmail(), { password: "x" })).answer.status).toBe(429);
  });

  test("a success forgets the failures before it", async () => {
    const email = newEmail();
    await makeMember(server.url, owner, { role: "viewer", email });
    await signIn(server.url, email, { password: "x" });
    expect((await signIn(server.url, email)).answer.status).toBe(200);
    const rows = await query("select key, attempts from sign_in_attempts where key like 'email:%'");
    expect(rows).toEqual([]);
  });

  test("nobody can sign up", async () => {
    const answer = await openBrowser(server.url).fetch("/v2/auth/sign-up/email", {
      method: "POST",
      body: { email: "a@example.com", password: testPassword, name: "A" },
    });
    expect(answer.status).toBe(404);
  });
});
