import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
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

// When somebody was last there is written at most once a minute.
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
const byId = { name: "session_by_id", text: find("sessions.id = $1") };

/**
 * Whose session it is, with what they may do now; null when it has ended. Read for every request, so that an
 * end counts at once.
 */
export async function findSession(
  { pool }: Pick<Database, "pool">,
  key: { token: string } | { id: string },
): Promise<User | null> {
  const statement = "token" in key ? { ...byToken, values: [key.token] } : { ...byId, values: [key.id] };
  const { rows } = await guardStore(() => pool.query<Row>(statement));
  const [row] = rows;
  if (row === undefined) return null;
  const { user_id: id, name, email, session_id: sessionId, expires_at: expiresAt, memberships } = row;
  return { kind: "user", id, name, email, sessionId, expiresAt, memberships };
}
