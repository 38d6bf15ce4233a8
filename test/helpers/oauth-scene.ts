import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect } from "vitest";
import type { Role } from "../../src/people/permissions.ts";
import { makeMember, makeOwner, newEmail, type TestBrowser } from "./people.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** The official client drives the whole flow; the person's part are the calls of the page /authorize. */

export let server: TestServer;
export let owner: TestBrowser;
export let project: Awaited<ReturnType<TestServer["newProject"]>>;

/** For the top of a test file. */
export function useOAuthScene(): void {
  beforeAll(async () => {
    server = await startTestServer();
    owner = await makeOwner(server);
    project = await server.newProject();
  });
  afterAll(() => server.close());
}

export const redirectUrl = "http://127.0.0.1:33418/callback";

export interface Application extends OAuthClientProvider {
  asked: URL | null;
  kept: { tokens?: Tokens; client?: { client_id: string }; verifier: string };
}
export type Tokens = Parameters<OAuthClientProvider["saveTokens"]>[0];

export function openApplication(name = "An editor"): Application {
  const kept: Application["kept"] = { verifier: "" };
  const application: Application = {
    kept,
    asked: null,
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => "the state",
    clientInformation: () => kept.client,
    saveClientInformation(client) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens) {
      kept.tokens = tokens;
    },
    redirectToAuthorization(url) {
      application.asked = url;
    },
    saveCodeVerifier(verifier) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
  return application;
}

export function transportFor(authProvider: Application): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL("/mcp", server.url), { authProvider });
}

export async function connect(application: Application): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transportFor(application));
  return client;
}

/** Where the browser is sent after somebody has decided. */
export async function decide(asked: URL, person: TestBrowser, allow = true): Promise<URL> {
  const request = Object.fromEntries([...asked.searchParams].filter(([name]) => name !== "scope"));
  const body = { request, allow };
  const answer = await person.fetch("/v2/oauth/authorization", { method: "POST", body });
  expect(answer.status).toBe(200);
  return new URL(((await answer.json()) as { redirectTo: string }).redirectTo);
}

/** An application that somebody has let in. */
export async function letIn(person: TestBrowser, application = openApplication()): Promise<Application> {
  const transport = transportFor(application);
  const refused = new Client({ name: "test", version: "1" }).connect(transport);
  await expect(refused).rejects.toThrow(UnauthorizedError);
  const { searchParams } = await decide(application.asked!, person);
  await transport.finishAuth(searchParams);
  return application;
}

export const member = (role: Role) =>
  makeMember(server.url, owner, { role, email: newEmail(), name: `A ${role}` });

export const form = (path: string, fields: Record<string, string>) =>
  fetch(`${server.url}/v2/oauth/${path}`, { method: "POST", body: new URLSearchParams(fields) });

export const errorOf = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { error?: string; code?: string }),
});

export const mcp = (authorization: string) =>
  fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
