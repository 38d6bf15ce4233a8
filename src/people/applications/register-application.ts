import { z } from "zod";
import { isAppError } from "../../errors.ts";
import { cleanLine } from "../../outgoing/clean-plain.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { plainText } from "../../schemas/plain-text.ts";
import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { randomBase62 } from "../../text/base62.ts";
import { oauthError } from "./oauth-error.ts";
import { isRedirectAddress } from "./redirect-address.ts";

/** Unknown fields are ignored, as RFC 7591 requires. */
const registration = z.object({
  redirect_uris: z
    .array(plainText({ max: 500 }))
    .min(1)
    .max(10),
  client_name: plainText({ max: 100 }).default("An application without a name"),
});

/** Maximum of applications not used yet; the oldest are removed. */
const unusedMax = 1_000;

const dropUnused = `
  delete from applications where id in (
    select id from applications
    where not exists (select from sessions where application_id = applications.id)
      and not exists (select from application_codes where application_id = applications.id)
    order by created_at desc offset $1
  )`;

/** Client information as in RFC 7591. */
export interface RegisteredApplication {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  token_endpoint_auth_method: "none";
  grant_types: string[];
  response_types: string[];
}

/**
 * Registers an application, without authentication: it can do nothing until a signed-in person approves it.
 * It never gets a secret. Throws `invalid_request` with `details.oauth`.
 */
export async function registerApplication(
  { database }: { database: Pick<Database, "pool"> },
  input: unknown,
): Promise<RegisteredApplication> {
  const { redirect_uris, client_name } = readRegistration(input);
  const id = `app_${randomBase62(22)}`;
  const name = cleanLine(client_name) || "An application without a name";
  const created = await guardStore(async () => {
    await database.pool.query(dropUnused, [unusedMax - 1]);
    const { rows } = await database.pool.query<{ created_at: Date }>(
      "insert into applications (id, name, redirect_uris) values ($1, $2, $3) returning created_at",
      [id, name, redirect_uris],
    );
    return rows[0]!.created_at;
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(created.getTime() / 1_000),
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

function readRegistration(input: unknown): z.output<typeof registration> {
  const asked = orOAuth(() => parseInput(registration, input));
  const refused = asked.redirect_uris.find((address) => !isRedirectAddress(address));
  if (refused === undefined) return asked;
  throw oauthError(
    "invalid_redirect_uri",
    "A redirect URI is an https address, an http address of this machine (127.0.0.1, [::1], localhost), or has a scheme of the application's own such as com.example.app:, without a fragment.",
  );
}

function orOAuth<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw isAppError(error) ? oauthError("invalid_client_metadata", error.message) : error;
  }
}
