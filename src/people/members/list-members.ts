import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import type { Role } from "../permissions.ts";

export interface MemberRecord {
  userId: string;
  organisationId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** Last use of the instance; null if longer ago than sessions are kept. */
  lastSeenAt: string | null;
}

interface Row {
  user_id: string;
  organisation_id: string;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  last_seen_at: Date | null;
}

/** Lists the members of these organisations (null: of all), owners first. */
export async function listMembers(
  { database }: { database: Pick<Database, "pool"> },
  organisationIds: readonly string[] | null,
): Promise<MemberRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<Row>(
      `select user_id, organisation_id, people.name, email, role, members.created_at,
         (select max(last_seen_at) from sessions where sessions.user_id = members.user_id) as last_seen_at
       from members join people on people.id = user_id
       where $1::text[] is null or organisation_id = any($1::text[])
       order by array_position(array['owner', 'editor', 'viewer'], role), people.name, user_id`,
      [organisationIds],
    ),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    organisationId: row.organisation_id,
    name: row.name,
    email: row.email,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }));
}
