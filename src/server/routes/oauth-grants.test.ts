import { UnauthorizedError } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import {
  connect,
  decide,
  errorOf,
  form,
  mcp,
  member,
  openApplication,
  owner,
  redirectUrl,
  server,
  type Tokens,
  transportFor,
  useOAuthScene,
} from "../../../test/helpers/oauth-scene.ts";

useOAuthScene();

const register = (body: object) =>
  fetch(`${server.url}/v2/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("a code", () => {
  async function askForCode() {
    const application = openApplication();
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const { searchParams } = await decide(application.asked!, owner);
    return {
      ...{ grant_type: "authorization_code", code: searchParams.get("code")!, redirect_uri: redirectUrl },
      client_id: application.kept.client!.client_id,
      code_verifier: application.kept.verifier,
    };
  }

  test("is valid only with the verifier, the address and the id that it was made for", async () => {
    const right = await askForCode();
    const wrong = [
      { ...right, code_verifier: "x".repeat(43) },
      { ...right, redirect_uri: "http://127.0.0.1:33418/other" },
      { ...right, client_id: "app_another" },
      { ...right, code: "none" },
    ];
    for (const fields of wrong)
      expect(await errorOf(await form("token", fields))).toMatchObject({
        ...{ status: 400, error: "invalid_grant" },
      });
    expect((await form("token", right)).status).toBe(200);
  });

  test("is valid once: sending it again revokes the tokens from it", async () => {
    const exchange = await askForCode();
    const answers = await Promise.all([form("token", exchange), form("token", exchange)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { access_token } = (await answers.find(({ ok }) => ok)!.json()) as Tokens;
    expect((await mcp(`Bearer ${access_token}`)).status).toBe(401);
  });

  test("ends after five minutes, and with the session in which it was asked for", async () => {
    const late = await askForCode();
    await server.store.database.pool.query("update application_codes set expires_at = clock_timestamp()");
    expect(await errorOf(await form("token", late))).toMatchObject({ error: "invalid_grant" });
    const person = await member("viewer");
    const application = openApplication();
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const { searchParams } = await decide(application.asked!, person);
    expect((await person.fetch("/v2/auth/sign-out", { method: "POST" })).status).toBe(204);
    await expect(transportFor(application).finishAuth(searchParams)).rejects.toThrow(/has been used/);
  });
});

describe("registering", () => {
  test.each([
    ["https://app.example/callback", 201],
    ["http://localhost:9/callback", 201],
    ["cursor://anysphere.cursor-retrieval/oauth/callback", 201],
    ["com.example.app:/callback", 201],
    ["http://app.example/callback", 400],
    ["javascript:alert(1)//", 400],
    ["data:text/html,x", 400],
    ["https://app.example/#x", 400],
    ["not an address", 400],
  ])("with %s leads to %i", async (address, status) => {
    const answer = await register({ redirect_uris: [address], client_name: "x" });
    expect(answer.status).toBe(status);
    const body = (await answer.json()) as Record<string, unknown>;
    if (status === 400) expect(body).toMatchObject({ error: "invalid_redirect_uri" });
    else expect(body).toMatchObject({ token_endpoint_auth_method: "none", redirect_uris: [address] });
    expect(Object.keys(body)).not.toContain("client_secret");
  });

  test("without the required fields returns the error of its RFC", async () => {
    expect(await errorOf(await register({}))).toMatchObject({ error: "invalid_client_metadata" });
    expect(await errorOf(await form("token", { grant_type: "password" }))).toMatchObject({
      error: "unsupported_grant_type",
    });
    expect(await errorOf(await form("token", { grant_type: "refresh_token" }))).toMatchObject({
      error: "invalid_request",
    });
  });

  test("allows no redirect elsewhere, except to any port on this machine", async () => {
    const application = openApplication();
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const asked = new URL(application.asked!);
    const describeWith = async (address: string) => {
      asked.searchParams.set("redirect_uri", address);
      return (await owner.fetch(`/v2/oauth/authorization${asked.search}`)).status;
    };
    expect(await describeWith("http://127.0.0.1:50000/callback")).toBe(200);
    expect(await describeWith("http://127.0.0.1:50000/other")).toBe(400);
    expect(await describeWith("https://evil.example/callback")).toBe(400);
    const stranger = await fetch(`${server.url}/v2/oauth/authorization${application.asked!.search}`);
    expect(stranger.status).toBe(401);
  });

  test("many times a minute from one address is refused", async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => register({ redirect_uris: [redirectUrl] })),
    );
    const last = answers.find(({ status }) => status === 429);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
