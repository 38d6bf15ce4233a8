import { type Client, UnauthorizedError } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import {
  type Application,
  connect,
  decide,
  errorOf,
  form,
  letIn,
  mcp,
  member,
  openApplication,
  owner,
  project,
  redirectUrl,
  server,
  type Tokens,
  useOAuthScene,
} from "../../../test/helpers/oauth-scene.ts";
import { startTestServer } from "../../../test/helpers/test-server.ts";

useOAuthScene();

const refresh = ({ kept }: Application, refresh_token = kept.tokens!.refresh_token!) =>
  form("token", { grant_type: "refresh_token", refresh_token, client_id: kept.client!.client_id });

type Result = Awaited<ReturnType<Client["callTool"]>>;
const textOf = ({ content }: Result) => content.map((one) => (one.type === "text" ? one.text : "")).join("");

describe("an application that somebody lets in", () => {
  test("finds its way by itself, sees the person's projects and makes jobs in their name", async () => {
    const editor = await member("editor");
    const application = await letIn(editor, openApplication("Editor of a test"));
    const client = await connect(application);
    const projects = JSON.parse(textOf(await client.callTool({ name: "list_projects", arguments: {} })));
    expect((projects.data as { id: string }[]).map(({ id }) => id)).toContain(project.id);
    const made = await client.callTool({
      name: "create_job",
      arguments: { projectId: project.id, prompt: "Say webhook" },
    });
    expect(made.isError, textOf(made)).toBeFalsy();
    const { id } = made.structuredContent as { id: string };
    const read = await editor.fetch(`/v2/agent/${project.id}/job/${id}`);
    expect(await read.json()).toMatchObject({ createdBy: { kind: "user", name: "A editor" } });
    await client.close();
  });

  test("may do what the person may do at that moment: a viewer's starts no job", async () => {
    const viewer = await member("viewer");
    const client = await connect(await letIn(viewer));
    const refused = await client.callTool({
      name: "create_job",
      arguments: { projectId: project.id, prompt: "x" },
    });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringMatching(/^insufficient_permission: /),
    ]);
    const listed = await client.callTool({ name: "list_jobs", arguments: { projectId: project.id } });
    expect(listed.isError, textOf(listed)).toBeFalsy();
    await client.close();
  });

  test("is refused when the person refuses, and told so at its own address", async () => {
    const application = openApplication();
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const back = await decide(application.asked!, owner, false);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ error: "access_denied", iss: server.url, state: "the state" },
    });
  });

  test("refreshes its tokens by itself; the old access token ends with it", async () => {
    const application = await letIn(owner);
    const before = application.kept.tokens!;
    application.kept.tokens = { ...before, access_token: "cpo_expired" };
    const client = await connect(application);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    expect(application.kept.tokens.refresh_token).not.toBe(before.refresh_token);
    expect((await mcp(`Bearer ${before.access_token}`)).status).toBe(401);
  });
});

describe("access ends", () => {
  test("on the person's list of sessions, at once, and the audit log has both", async () => {
    const person = await member("editor");
    const application = await letIn(person, openApplication("To be ended"));
    const bearer = `Bearer ${application.kept.tokens!.access_token}`;
    expect((await mcp(bearer)).status).toBe(200);
    const { data } = (await (await person.fetch("/v2/me/sessions")).json()) as {
      data: { id: string; application: string | null; current: boolean }[];
    };
    expect(data.map((one) => one.application).sort()).toEqual(["To be ended", null]);
    const { id } = data.find((one) => one.application !== null)!;
    expect((await person.fetch(`/v2/me/sessions/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await mcp(bearer)).status).toBe(401);
    expect(await errorOf(await refresh(application))).toMatchObject({ status: 400, error: "invalid_grant" });
    const audit = await owner.fetch("/v2/manage/audit?limit=5");
    const entries = ((await audit.json()) as { data: { action: string; subject: object; before: unknown }[] })
      .data;
    expect(entries.find(({ action }) => action === "application.allowed")).toMatchObject({
      subject: { kind: "application", name: "To be ended" },
    });
    expect(entries.find(({ action }) => action === "session.revoked")).toMatchObject({
      before: { application: "To be ended" },
    });
  });

  test("with a new password, and with the person's last organisation", async () => {
    const person = await member("editor");
    const first = await letIn(person);
    const body = { current: "correct horse battery", next: "staple of another kind" };
    expect((await person.fetch("/v2/me/password", { method: "POST", body })).status).toBe(204);
    expect((await mcp(`Bearer ${first.kept.tokens!.access_token}`)).status).toBe(401);
    const second = await letIn(person);
    const removed = await owner.fetch(`/v2/manage/members/${person.userId}`, { method: "DELETE" });
    expect(removed.status).toBe(204);
    expect((await mcp(`Bearer ${second.kept.tokens!.access_token}`)).status).toBe(401);
  });

  test("when the application gives it up", async () => {
    const application = await letIn(owner);
    const { tokens, client } = application.kept;
    const given = await form("revoke", { token: tokens!.refresh_token!, client_id: client!.client_id });
    expect(given.status).toBe(200);
    expect((await mcp(`Bearer ${tokens!.access_token}`)).status).toBe(401);
    expect((await form("revoke", { token: "cpr_none", client_id: client!.client_id })).status).toBe(200);
  });

  test("for everybody, when a refresh token is sent again half a minute later", async () => {
    const application = await letIn(owner);
    const stolen = application.kept.tokens!.refresh_token!;
    const issued = (await (await refresh(application, stolen)).json()) as Tokens;
    await server.store.database.pool.query(
      "update application_tokens set spent_at = spent_at - interval '31 seconds' where spent_at is not null",
    );
    expect(await errorOf(await refresh(application, stolen))).toMatchObject({ error: "invalid_grant" });
    expect((await mcp(`Bearer ${issued.access_token}`)).status).toBe(401);
    expect((await refresh(application, issued.refresh_token)).status).toBe(400);
  });
});

describe("a refresh token", () => {
  test("whose response was lost, or that two windows send at once, is valid for all of them", async () => {
    const application = await letIn(owner);
    const { access_token, refresh_token } = application.kept.tokens!;
    const answers = await Promise.all([1, 2, 3].map(() => refresh(application, refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const issued = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[];
    for (const tokens of issued) expect((await mcp(`Bearer ${tokens.access_token}`)).status).toBe(200);
    expect((await mcp(`Bearer ${access_token}`)).status).toBe(401);
    expect((await refresh(application, issued[0]!.refresh_token)).status).toBe(200);
  });
});

describe("a token of an application", () => {
  test("is valid only for /mcp", async () => {
    const { kept } = await letIn(owner);
    const headers = { authorization: `Bearer ${kept.tokens!.access_token}` };
    for (const path of ["/v2/me", "/v2/manage/projects", `/v2/agent/${project.id}/jobs`, "/v2/me/sessions"]) {
      expect([path, (await fetch(`${server.url}${path}`, { headers })).status]).toEqual([path, 401]);
    }
  });

  test("is needed at /mcp: the cookie of a session is not accepted there", async () => {
    const message = { method: "POST", body: { jsonrpc: "2.0", id: 1 } };
    expect((await owner.fetch("/mcp", message)).status).toBe(403);
    const refused = await fetch(`${server.url}/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer realm="Copydesk", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
    );
    const wrong = await mcp("Bearer cpo_none");
    expect(wrong.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("is not made for another service", async () => {
    const application = openApplication();
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const { searchParams } = application.asked!;
    expect(searchParams.get("resource")).toBe(`${server.url}/mcp`);
    const { code } = Object.fromEntries((await decide(application.asked!, owner)).searchParams);
    const exchange = {
      ...{ grant_type: "authorization_code", code: code!, redirect_uri: redirectUrl },
      client_id: application.kept.client!.client_id,
      code_verifier: application.kept.verifier,
    };
    const elsewhere = await form("token", { ...exchange, resource: "https://other.example/mcp" });
    expect(await errorOf(elsewhere)).toMatchObject({ status: 400, error: "invalid_target" });
    searchParams.set("resource", "https://other.example/mcp");
    const asked = await owner.fetch(`/v2/oauth/authorization${application.asked!.search}`);
    expect(asked.status).toBe(400);
    expect((await form("token", { ...exchange, resource: `${server.url}/mcp` })).status).toBe(200);
  });
});

test("behind a public URL with a path both documents name it, also at the path's place of the RFCs", async () => {
  const publicUrl = "https://example.com/copydesk";
  const own = await startTestServer({
    signIn: { secrets: () => ["a secret of the test"], publicUrl, openId: null },
    basePath: "/copydesk",
  });
  try {
    const read = async (path: string) => (await fetch(`${own.url}${path}`)).json();
    for (const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/copydesk",
    ])
      expect(await read(path)).toMatchObject({
        issuer: publicUrl,
        authorization_endpoint: `${publicUrl}/authorize`,
        code_challenge_methods_supported: ["S256"],
      });
    expect(await read("/.well-known/oauth-protected-resource/copydesk/mcp")).toMatchObject({
      ...{ resource: `${publicUrl}/mcp`, authorization_servers: [publicUrl] },
    });
  } finally {
    await own.close();
  }
});
