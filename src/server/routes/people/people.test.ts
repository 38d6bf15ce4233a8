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
import type { Actor } from "../../../audit/actor.ts";
import { createSignInLink } from "../../../people/links/sign-in-link.ts";

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
const machine: Actor = { author: { kind: "service" }, from: null };

describe("a request that changes something with a cookie", () => {
  test.each([
    ["from another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example.com" }],
    ["from another origin of the site", { "sec-fetch-site": "same-site", origin: "https://x.example.com" }],
    ["of which the browser says nothing", { "sec-fetch-site": "none" }],
    ["with an opaque origin", { origin: "null", "sec-fetch-site": "cross-site" }],
  ])("%s is refused", async (_, headers) => {
    for (const [path, method] of [
      ["/v2/me", "PATCH"],
      ["/v2/manage/invitations", "POST"],
      ["/v2/auth/sign-out", "POST"],
      ["/v2/shared", "DELETE"],
    ] as const) {
      const answer = await owner.fetch(path, { method, body: {}, headers });
      expect([path, answer.status, (await json(answer)).code]).toEqual([path, 403, "cross_site_request"]);
    }
  });

  test("from its own pages is accepted, whether by Sec-Fetch-Site or by Origin", async () => {
    const plain = { "content-type": "application/json", cookie: owner.cookie };
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/v2/me`, { method: "PATCH", headers: { ...plain, ...headers }, body: "{}" });
    expect((await send({ origin: server.url })).status).toBe(200);
    expect((await send({ origin: "http://127.0.0.1:1" })).status).toBe(403);
  });
});

describe("invitations", () => {
  const invite = async (body: object) =>
    json(await owner.fetch("/v2/manage/invitations", { method: "POST", body }));

  test("show what they offer, and work once", async () => {
    const email = newEmail();
    const { url, id } = await invite({ email, role: "editor" });
    const path = `/v2${new URL(url).pathname}`;
    const offered = await json(await fetch(server.url + path));
    expect(offered).toMatchObject({ email, role: "editor", organisation: { name: "Default" } });
    const accept = (browser = openBrowser(server.url)) =>
      browser.fetch(path, { method: "POST", body: { name: "Ed", password: testPassword } });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 204: 1, 404: 2 });
    expect((await fetch(server.url + path)).status).toBe(404);
    const { data } = await json(await owner.fetch("/v2/manage/invitations"));
    expect((data as { id: string }[]).map((one) => one.id)).not.toContain(id);
    expect((await signIn(server.url, email)).answer.status).toBe(200);
  });

  test("end by themselves and when they are revoked", async () => {
    const expired = await invite({ role: "viewer" });
    await query("update invitations set expires_at = clock_timestamp() where id = $1", [expired.id]);
    const revoked = await invite({ role: "viewer" });
    const gone = await owner.fetch(`/v2/manage/invitations/${revoked.id}`, { method: "DELETE" });
    expect(gone.status).toBe(204);
    const tokens = [expired, revoked].map(({ url }) => new URL(url).pathname);
    const answers = await Promise.all(
      tokens.map((path) =>
        openBrowser(server.url).fetch(`/v2${path}`, {
          method: "POST",
          body: { name: "X", email: newEmail(), password: testPassword },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([410, 404]);
  });

  test("a signed-in user becomes a member without another account; an invitation for somebody else is refused", async () => {
    const email = newEmail();
    const person = await makeMember(server.url, owner, { role: "viewer", email });
    const higher = await invite({ role: "editor" });
    const answer = await person.fetch(`/v2${new URL(higher.url).pathname}`, { method: "POST" });
    expect(answer.status).toBe(204);
    expect((await json(await person.fetch("/v2/me"))).role).toBe("editor");
    const foreign = await invite({ role: "owner", email: newEmail() });
    const refused = await person.fetch(`/v2${new URL(foreign.url).pathname}`, { method: "POST" });
    expect(refused.status).toBe(400);
  });
});

describe("members", () => {
  test("the last owner stays one, even when two owners remove each other at once", async () => {
    const { data } = await json(await owner.fetch("/v2/manage/members"));
    const first = (data as { userId: string; role: string }[]).find(({ role }) => role === "owner")!;
    for (const [method, body] of [
      ["PATCH", { role: "viewer" }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await owner.fetch(`/v2/manage/members/${first.userId}`, { method, body });
      expect([answer.status, (await json(answer)).code]).toEqual([409, "last_owner"]);
    }
    const second = await makeMember(server.url, owner, { role: "owner", email: newEmail() });
    const answers = await Promise.all([
      owner.fetch(`/v2/manage/members/${second.userId}`, { method: "PATCH", body: { role: "viewer" } }),
      second.fetch(`/v2/manage/members/${first.userId}`, { method: "PATCH", body: { role: "viewer" } }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [204, 403],
      [204, 409],
    ]).toContainEqual(statuses);
    const owners = await query("select user_id from members where role = 'owner'");
    expect(owners.length).toBe(1);
    await query("update members set role = 'owner' where user_id = $1", [first.userId]);
  });

  test("a role applies to the next request, and a removed member is signed out everywhere", async () => {
    const person = await makeMember(server.url, owner, { role: "editor", email: newEmail() });
    const members = () => person.fetch("/v2/manage/members");
    const path = `/v2/manage/members/${person.userId}`;
    await owner.fetch(path, { method: "PATCH", body: { role: "viewer" } });
    expect((await json(await person.fetch("/v2/me"))).role).toBe("viewer");
    expect((await members()).status).toBe(200);
    expect((await owner.fetch(path, { method: "DELETE" })).status).toBe(204);
    expect((await members()).status).toBe(401);
  });

  test("of another organisation see none of this one's projects", async () => {
    const { id } = await server.newProject();
    const [other] = await query(
      "insert into organisations (id, name) values ('org_other', 'Other') returning id",
    );
    const person = await makeMember(server.url, owner, { role: "owner", email: newEmail() });
    await query("update members set organisation_id = $1 where user_id = $2", [other.id, person.userId]);
    const answer = await person.fetch(`/v2/agent/${id}/jobs`);
    expect([answer.status, (await json(answer)).code]).toEqual([404, "project_not_found"]);
    expect((await owner.fetch(`/v2/agent/${id}/jobs`)).status).toBe(200);
  });
});

describe("sessions", () => {
  test("are listed, and one that is revoked is refused at once", async () => {
    const email = newEmail();
    const person = await makeMember(server.url, owner, { role: "viewer", email });
    const { browser: other } = await signIn(server.url, email);
    const { data } = await json(await person.fetch("/v2/me/sessions"));
    const sessions = data as { id: string; current: boolean; ip: string }[];
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    expect(sessions.map(({ ip }) => ip)).toEqual(["127.0.0.1", "127.0.0.1"]);
    const foreign = await owner.fetch(`/v2/me/sessions/${sessions[0]!.id}`, { method: "DELETE" });
    expect(foreign.status).toBe(404);
    expect((await person.fetch(`/v2/me/sessions/${sessions[0]!.id}`, { method: "DELETE" })).status).toBe(204);
    expect((await other.fetch("/v2/me")).status).toBe(401);
    expect((await person.fetch("/v2/me")).status).toBe(200);
  });

  test("other ones end with a change of the password, which needs the one before", async () => {
    const email = newEmail();
    const person = await makeMember(server.url, owner, { role: "viewer", email });
    const { browser: other } = await signIn(server.url, email);
    const change = (current: string) =>
      person.fetch("/v2/me/password", { method: "POST", body: { current, next: "another password" } });
    expect((await change("not it")).status).toBe(400);
    expect((await change(testPassword)).status).toBe(204);
    expect((await other.fetch("/v2/me")).status).toBe(401);
    expect((await person.fetch("/v2/me")).status).toBe(200);
    expect((await signIn(server.url, email)).answer.status).toBe(401);
    expect((await signIn(server.url, email, { password: "another password" })).answer.status).toBe(200);
  });

  test("begin by a link that works once, and all end when a password is reset", async () => {
    const email = newEmail();
    const person = await makeMember(server.url, owner, { role: "viewer", email });
    const link = async (purpose: "sign_in" | "reset_password") => {
      const settings = { userId: person.userId, purpose, publicUrl: server.url, actor: machine };
      return new URL((await createSignInLink(server.store, settings)).url).searchParams.get("token");
    };
    const token = await link("sign_in");
    const follow = (browser: TestBrowser) =>
      browser.fetch("/v2/sign-in-link", { method: "POST", body: { token } });
    const browser = openBrowser(server.url);
    expect((await follow(browser)).status).toBe(204);
    expect((await json(await browser.fetch("/v2/me"))).email).toBe(email);
    expect((await follow(openBrowser(server.url))).status).toBe(404);
    const reset = await openBrowser(server.url).fetch("/v2/reset-password", {
      method: "POST",
      body: { token: await link("reset_password"), password: "yet another one" },
    });
    expect(reset.status).toBe(204);
    expect((await browser.fetch("/v2/me")).status).toBe(401);
    expect((await signIn(server.url, email, { password: "yet another one" })).answer.status).toBe(200);
  });

  test("are believed by their signature only", async () => {
    const [name, value] = owner.cookie.split("=") as [string, string];
    const [token] = decodeURIComponent(value).split(".") as [string];
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${"A".repeat(43)}=`,
      `x${decodeURIComponent(value)}`,
    ]) {
      const answer = await openBrowser(server.url, `${name}=${encodeURIComponent(forged)}`).fetch("/v2/me");
      expect(answer.status).toBe(401);
    }
  });
});

test("the audit log has what people do, with author and address, without secrets", async () => {
  const { browser } = await signIn(server.url, "owner@example.com");
  await browser.fetch("/v2/auth/sign-out", { method: "POST" });
  const rows = await query("select action, author, from_address, subject, before, after from audit_log");
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of [
    ...["member.added", "member.role_changed", "member.removed", "invitation.created"],
    ...["invitation.revoked", "invitation.accepted", "user.signed_in", "user.sign_in_failed"],
    ...["user.signed_out", "session.revoked", "password.changed", "password.reset", "sign_in_link.created"],
  ])
    expect(actions).toContain(action);
  const text = JSON.stringify(rows);
  expect(text).not.toContain(testPassword);
  const tokens = await query("select token from sessions");
  for (const { token } of tokens) expect(text).not.toContain(token);
  const created = rows.find(({ action }) => action === "invitation.created");
  expect(created).toMatchObject({ author: { kind: "user", name: "Olive Owner" }, from_address: "127.0.0.1" });
});
