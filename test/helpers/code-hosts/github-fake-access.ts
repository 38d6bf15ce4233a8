import { verify } from "node:crypto";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";
import { badCredentials, badJwt, notFound, refuse } from "./github-fake-answers.ts";
import type { Access, FakeCredentials, FakeState } from "./github-fake-state.ts";

/**
 * What a route wants: nothing, an App's JWT, any token, or one of several sets of permissions as in
 * `X-Accepted-GitHub-Permissions`.
 */
export type Need = "nothing" | "app" | "token" | readonly Partial<Record<string, Access>>[];

export type Admission = { refusal: FakeAnswer } | { refusal: null; who: FakeCredentials | null };

export function admit(state: FakeState, request: FakeRequest, need: Need): Admission {
  if (need === "nothing") return { refusal: null, who: null };
  const [, token] = /^(?:Bearer|token) (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) return { refusal: refuse(401, "Requires authentication") };
  if (need === "app") return isSignedByApp(state, token) ? { refusal: null, who: null } : { refusal: badJwt };
  const who = state.tokens.get(token);
  if (who === undefined || who.endsAt <= Date.now()) return { refusal: badCredentials };
  if (need === "token") return { refusal: null, who };
  return isEnough(who, need) ? { refusal: null, who } : { refusal: forbid(who, need) };
}

function isEnough(who: FakeCredentials, need: readonly Partial<Record<string, Access>>[]): boolean {
  if (who.kind === "classic") return who.scopes.includes("repo");
  return need.some((set) =>
    Object.entries(set).every(([name, access]) => {
      const has = who.permissions[name];
      return has === "write" || (has !== undefined && has === access);
    }),
  );
}

/** A classic token is not told what there is. */
function forbid(who: FakeCredentials, need: readonly Partial<Record<string, Access>>[]): FakeAnswer {
  if (who.kind === "classic") return notFound;
  const accepted = need
    .map((set) => Object.entries(set).map(([name, access]) => `${name}=${access}`))
    .map((set) => set.join(","))
    .join("; ");
  const owner = who.kind === "installation" ? "integration" : "personal access token";
  const headers = { "x-accepted-github-permissions": accepted };
  return refuse(403, `Resource not accessible by ${owner}`, headers);
}

/** RS256, issued by the App, not in the future and for ten minutes at most. */
function isSignedByApp({ app }: FakeState, token: string): boolean {
  const [header = "", payload = "", signature = ""] = token.split(".");
  if (app === null || signature === "") return false;
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify("RSA-SHA256", signed, app.publicKey, Buffer.from(signature, "base64url"))) return false;
  const { iss, iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  const now = Date.now() / 1_000;
  return String(iss) === String(app.id) && iat <= now && exp > now && exp - iat <= 600;
}

/** What every answer to these credentials carries. */
export function accessHeaders(state: FakeState, request: FakeRequest): Record<string, string> {
  const [, token = ""] = /^(?:Bearer|token) (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const who = state.tokens.get(token);
  return who?.kind === "classic" ? { "x-oauth-scopes": who.scopes.join(", ") } : {};
}
