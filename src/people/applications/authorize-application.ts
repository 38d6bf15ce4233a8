import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { invalidRequest } from "../../schemas/parse-input.ts";
import { plainText } from "../../schemas/plain-text.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { newToken } from "../links/one-time-token.ts";
import { isRegistered } from "./redirect-address.ts";

/** An authorization request of OAuth 2.1: a code, with PKCE. */
export const authorizationRequest = z.strictObject({
  response_type: z.literal("code"),
  client_id: plainText({ max: 100 }),
  redirect_uri: plainText({ max: 500 }),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be the SHA-256 of a verifier, in base64url"),
  code_challenge_method: z.literal("S256"),
  state: plainText({ max: 1_000 }).optional(),
  resource: plainText({ max: 500 }).optional(),
});

export type AuthorizationRequest = z.output<typeof authorizationRequest>;

/** Address of the service: its `iss`, and the base of what tokens are for. */
export interface Place {
  /** Without a trailing slash. */
  base: string;
}

interface Deps {
  database: Database;
}

interface Application {
  id: string;
  name: string;
  redirect_uris: string[];
}

const codeMinutes = 5;

/** Returns the only resource that tokens of applications give access to. */
export function resourceOf({ base }: Place): string {
  return `${base}/mcp`;
}

/** True if a resource indicator (RFC 8707) names this resource, or is absent. */
export function isOwnResource(place: Place, resource: string | undefined): boolean {
  return resource === undefined || URL.parse(resource)?.href.replace(/\/$/, "") === resourceOf(place);
}

/**
 * Describes the requesting application to the person who decides. Throws `invalid_request`, in which case the
 * browser is not redirected.
 */
export async function describeAuthorization(
  deps: { database: Pick<Database, "pool"> },
  place: Place,
  request: AuthorizationRequest,
): Promise<{ application: string; sendsTo: string }> {
  const { name } = await findAsking(deps, place, request);
  return { application: name, sendsTo: targetOf(request) };
}

/** Returns the redirect target in a form that people can compare: a host, or an application's own scheme. */
function targetOf({ redirect_uri }: AuthorizationRequest): string {
  const { protocol, host } = new URL(redirect_uri);
  return protocol.startsWith("http") ? host : protocol;
}

/**
 * Records a person's decision and returns the address to which the browser is redirected. Throws
 * `invalid_request`.
 */
export async function decideAuthorization(
  deps: Deps,
  place: Place,
  {
    request,
    allow,
    sessionId,
    actor,
  }: {
    request: AuthorizationRequest;
    allow: boolean;
    /** Session of the browser in which it was decided. */
    sessionId: string;
    actor: Actor;
  },
): Promise<string> {
  const application = await findAsking(deps, place, request);
  if (!allow) return toAddress(place, request, { error: "access_denied" });
  const { token, hash } = newToken();
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      await client.query(
        `insert into application_codes (hash, application_id, approved_in, redirect_uri, challenge, expires_at)
         values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(mins => $6))`,
        [hash, application.id, sessionId, request.redirect_uri, request.code_challenge, codeMinutes],
      );
      const subject = { kind: "application", id: application.id, name: application.name };
      await recordAudit(client, {
        action: "application.allowed",
        actor,
        subject,
        after: { sendsTo: targetOf(request) },
      });
    }),
  );
  return toAddress(place, request, { code: token });
}

async function findAsking(
  { database }: { database: Pick<Database, "pool"> },
  place: Place,
  { client_id, redirect_uri, resource }: AuthorizationRequest,
): Promise<Application> {
  const { rows } = await guardStore(() =>
    database.pool.query<Application>("select id, name, redirect_uris from applications where id = $1", [
      client_id,
    ]),
  );
  const [application] = rows;
  if (application === undefined)
    throw refused(
      "client_id",
      "is not known here; remove the connection in the application and add it again",
    );
  if (!isRegistered(redirect_uri, application.redirect_uris))
    throw refused("redirect_uri", "is not one that the application has registered");
  if (!isOwnResource(place, resource)) throw refused("resource", `must be ${resourceOf(place)}`);
  return application;
}

/** Adds `iss`, so that an application that uses several services can tell their answers apart (RFC 9207). */
function toAddress(
  { base }: Place,
  { redirect_uri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, iss: base })) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

function refused(path: string, message: string) {
  return invalidRequest([{ path, message }]);
}
