import type { Client } from "../../store/database.ts";
import { randomBase62 } from "../../text/base62.ts";
import { sessionDays } from "./session-cookie.ts";

/** Origin of a request. */
export interface ClientFacts {
  ip: string;
  userAgent: string | null;
  /** Set for the session of an application, which has its own tokens instead of the cookie. */
  applicationId?: string;
}

/** Starts a session in the caller's transaction. `token` must go only into the cookie. */
export async function startSession(
  client: Client,
  userId: string,
  { ip, userAgent, applicationId }: ClientFacts,
): Promise<{ id: string; token: string }> {
  const id = `ses_${randomBase62(22)}`;
  const token = randomBase62(43);
  await client.query(
    `insert into sessions (id, user_id, token, expires_at, ip_address, user_agent, application_id)
     values ($1, $2, $3, clock_timestamp() + make_interval(days => $4), $5, $6, $7)`,
    [id, userId, token, sessionDays, ip, userAgent?.slice(0, 500) ?? null, applicationId ?? null],
  );
  return { id, token };
}
