import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import type { User } from "./find-session.ts";

export interface SessionRecord {
  id: string;
  /** True for the session that makes the request. */
  current: boolean;
  /** Name of the application that the session belongs to; null for a browser. */
  application: string | null;
  userAgent: string | null;
  ip: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

interface Row {
  id: string;
  application: string | null;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** Lists the caller's own sessions, newest first. */
export async function listSessions(
  { database }: { database: Pick<Database, "pool"> },
  { id, sessionId }: User,
): Promise<SessionRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<Row>(
      `select id, user_agent, ip_address, created_at, last_seen_at, expires_at,
         (select name from applications where id = application_id) as application
       from sessions where user_id = $1 and expires_at > clock_timestamp() order by created_at desc, id limit 200`,
      [id],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    application: row.application,
    userAgent: row.user_agent,
    ip: row.ip_address,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}
