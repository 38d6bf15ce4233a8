import { AppError } from "../errors.ts";
import type { Client } from "../store/database.ts";
import { randomBase62 } from "../text/base62.ts";

export interface NewPerson {
  name: string;
  email: string;
  /** Result of `hashPassword`; null for sign-in by link or OpenID Connect. */
  passwordHash: string | null;
  /** True if the address is verified: an OpenID Connect account with it then belongs to the same person. */
  emailVerified: boolean;
}

// SQLSTATE
const uniqueViolation = "23505";

/** Adds a person in the caller's transaction. Throws `invalid_request` if the e-mail address is taken. */
export async function insertPerson(client: Client, person: NewPerson): Promise<{ id: string; name: string }> {
  const id = `usr_${randomBase62(22)}`;
  const { name, email, passwordHash, emailVerified } = person;
  try {
    await client.query("insert into people (id, name, email, email_verified) values ($1, $2, $3, $4)", [
      ...[id, name, email, emailVerified],
    ]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
    throw emailTaken();
  }
  if (passwordHash !== null) await setPassword(client, id, passwordHash);
  return { id, name };
}

/** Sets the password, or adds one. */
export async function setPassword(client: Client, userId: string, passwordHash: string): Promise<void> {
  await client.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = clock_timestamp()`,
    [`acc_${randomBase62(22)}`, userId, passwordHash],
  );
}

function emailTaken(): AppError {
  const errors = [{ path: "email", message: "an account with this e-mail address exists; sign in with it" }];
  return new AppError("invalid_request", `email: ${errors[0]!.message}`, { details: { errors } });
}
