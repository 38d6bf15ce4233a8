import { createHash } from "node:crypto";
import { z } from "zod";
import { isAppError } from "../../errors.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { plainText } from "../../schemas/plain-text.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { randomBase62 } from "../../text/base62.ts";
import { hashToken } from "../links/one-time-token.ts";
import { sessionDays } from "../sessions/session-cookie.ts";
import { type ClientFacts, startSession } from "../sessions/start-session.ts";
import { isOwnResource, type Place } from "./authorize-application.ts";
import { endStolen } from "./end-application.ts";
import { oauthError } from "./oauth-error.ts";

/** RFC 6749, 5.1. */
export interface IssuedTokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
}

export const accessTokenPrefix = "cpo_";
const refreshTokenPrefix = "cpr_";
const tokenCharacters = 47;
const accessSeconds = 3_600;
/** How long a used refresh token stays valid, because responses may be lost and two windows may send it. */
const overlapSeconds = 30;

const common = { client_id: plainText({ max: 100 }), resource: plainText({ max: 500 }).optional() };

/** Unknown fields are ignored, as RFC 6749 requires. */
const codeGrant = z.object({
  ...common,
  grant_type: z.literal("authorization_code"),
  code: plainText({ max: 200 }),
  redirect_uri: plainText({ max: 500 }),
  code_verifier: z.string().regex(/^[A-Za-z0-9\-._~]{43,128}$/, "must be a verifier of PKCE"),
});
const refreshGrant = z.object({
  ...common,
  grant_type: z.literal("refresh_token"),
  refresh_token: plainText({ max: 200 }),
});

/** Returns null if refused; a session that had to end has then been ended. */
type Attempt = (client: Client) => Promise<IssuedTokens | null>;

/**
 * Issues tokens for a code or a refresh token. Each can be used once; a refresh token also for another half
 * minute. Any later reuse ends the session, because one of its two holders must have stolen it. Throws
 * `invalid_request` with `details.oauth`.
 */
export async function issueTokens(
  { database }: { database: Database },
  place: Place,
  input: Readonly<Record<string, string>>,
  facts: ClientFacts,
): Promise<IssuedTokens> {
  const attempt = chooseGrant(place, input, facts);
  const tokens = await guardStore(() => inTransaction(database, attempt));
  if (tokens === null)
    throw oauthError("invalid_grant", "It is not known, has expired or has been used. Ask the person again.");
  return tokens;
}

function chooseGrant(place: Place, input: Readonly<Record<string, string>>, facts: ClientFacts): Attempt {
  const read = <Schema extends z.ZodType<{ resource?: string | undefined }>>(schema: Schema) => {
    const asked = readForm(schema, input);
    if (!isOwnResource(place, asked.resource))
      throw oauthError("invalid_target", "Tokens of this service are valid for its own /mcp only.");
    return asked;
  };
  switch (input.grant_type) {
    case "authorization_code": {
      const asked = read(codeGrant);
      return (client) => exchangeCode(client, asked, facts);
    }
    case "refresh_token": {
      const asked = read(refreshGrant);
      return (client) => rotate(client, asked, facts);
    }
    default:
      throw oauthError("unsupported_grant_type", "Use authorization_code or refresh_token.");
  }
}

function readForm<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  try {
    return parseInput(schema, input);
  } catch (error) {
    throw isAppError(error) ? oauthError("invalid_request", error.message) : error;
  }
}

interface Code {
  user_id: string;
  redirect_uri: string;
  challenge: string;
  session_id: string | null;
  expired: boolean;
}

async function exchangeCode(
  client: Client,
  { client_id, code, redirect_uri, code_verifier }: z.output<typeof codeGrant>,
  facts: ClientFacts,
): Promise<IssuedTokens | null> {
  const hash = hashToken(code);
  const { rows } = await client.query<Code>(
    `select user_id, redirect_uri, challenge, session_id, codes.expires_at <= clock_timestamp() as expired
     from application_codes as codes join sessions on sessions.id = approved_in
     where hash = $1 and codes.application_id = $2 for no key update of codes`,
    [hash, client_id],
  );
  const [known] = rows;
  if (known === undefined) return null;
  if (known.session_id !== null) {
    await endStolen(client, known.session_id, facts);
    return null;
  }
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  if (known.expired || known.redirect_uri !== redirect_uri || known.challenge !== challenge) return null;
  const { id } = await startSession(client, known.user_id, { ...facts, applicationId: client_id });
  await client.query("update application_codes set session_id = $2 where hash = $1", [hash, id]);
  return await addTokens(client, id);
}

async function rotate(
  client: Client,
  { client_id, refresh_token }: z.output<typeof refreshGrant>,
  facts: ClientFacts,
): Promise<IssuedTokens | null> {
  const hash = hashToken(refresh_token);
  const { rows } = await client.query<{ id: string }>(
    `select sessions.id from application_tokens as tokens join sessions on sessions.id = session_id
     where hash = $1 and kind = 'refresh' and tokens.expires_at > clock_timestamp() and application_id = $2
     for no key update of sessions`,
    [hash, client_id],
  );
  const [session] = rows;
  if (session === undefined) return null;
  const spent = await client.query(
    "update application_tokens set spent_at = clock_timestamp() where hash = $1 and spent_at is null",
    [hash],
  );
  const isFirst = spent.rowCount === 1;
  if (!isFirst && !(await isInOverlap(client, hash))) {
    await endStolen(client, session.id, facts);
    return null;
  }
  await client.query(
    "update sessions set expires_at = clock_timestamp() + make_interval(days => $2), ip_address = $3 where id = $1",
    [session.id, sessionDays, facts.ip],
  );
  if (isFirst)
    await client.query("delete from application_tokens where session_id = $1 and kind = 'access'", [
      session.id,
    ]);
  return await addTokens(client, session.id);
}

async function isInOverlap(client: Client, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from application_tokens
     where hash = $1 and spent_at > clock_timestamp() - make_interval(secs => $2)`,
    [hash, overlapSeconds],
  );
  return rowCount === 1;
}

async function addTokens(client: Client, sessionId: string): Promise<IssuedTokens> {
  const access_token = accessTokenPrefix + randomBase62(tokenCharacters);
  const refresh_token = refreshTokenPrefix + randomBase62(tokenCharacters);
  await client.query(
    `insert into application_tokens (hash, session_id, kind, expires_at) values
       ($1, $3, 'access', clock_timestamp() + make_interval(secs => $4)),
       ($2, $3, 'refresh', clock_timestamp() + make_interval(days => $5))`,
    [hashToken(access_token), hashToken(refresh_token), sessionId, accessSeconds, sessionDays],
  );
  return { access_token, token_type: "Bearer", expires_in: accessSeconds, refresh_token };
}
