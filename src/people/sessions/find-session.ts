import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { hashToken } from "../links/one-time-token.ts";
import type { Membership, Principal } from "../permissions.ts";

export type User = Extract<Principal, { kind: "user" }>;

interface Row {
  session_id: string;
  expires_at: Date;
  user_id: string;
  name: string;
  email: string;
  memberships: Membership[];
}

// The time of last use is updated at most once a minute.
const find = (condition: string) => `
  with found as (
    select sessions.id, user_id, expires_at, last_seen_at from sessions where ${condition} and expires_at > clock_timestamp()
  ), seen as (
    update sessions set last_seen_at = clock_timestamp()
    from found where sessions.id = found.id and found.last_seen_at < clock_timestamp() - interval '1 minute'
  )
  select found.id as session_id, found.expires_at, people.id as user_id, people.name, people.email,
    coalesce((
      select jsonb_agg(jsonb_build_object('organisationId', organisation_id, 'role', role) order by organisations.created_at, organisations.id)
      from members join organisations on organisations.id = organisation_id where members.user_id = people.id
    ), '[]') as memberships
  from found join people on people.id = found.user_id`;

const byToken = { name: "session_by_token", text: find("token = $1") };
const byAccessToken = {
  name: "session_by_access_token",
  text: find(
    "sessions.id = (select session_id from application_tokens where hash = $1 and kind = 'access' and expires_at > clock_timestamp())",
  ),
};
const byId = { name: "session_by_id", text: find("sessions.id = $1") };

/** `token`: from the cookie. `accessToken`: from an application. */
type SessionKey = { token: string } | { id: string } | { accessToken: string };

/**
 * Returns the session's user with their current permissions; null if the session has ended. Read for every
 * request, so that an end takes effect at once.
 */
export async function findSession({ pool }: Pick<Database, "pool">, key: SessionKey): Promise<User | null> {
  const { rows } = await guardStore(() => pool.query<Row>(statementFor(key)));
  const [row] = rows;
  if (row === undefined) return null;
  const { user_id: id, name, email, session_id: sessionId, expires_at: expiresAt, memberships } = row;
  return { kind: "user", id, name, email, sessionId, expiresAt, memberships };
}

function statementFor(key: SessionKey) {
  if ("token" in key) return { ...byToken, values: [key.token] };
  if ("accessToken" in key) return { ...byAccessToken, values: [hashToken(key.accessToken)] };
  return { ...byId, values: [key.id] };
}
