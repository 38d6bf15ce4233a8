import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { hashToken } from "../links/one-time-token.ts";
import type { Principal } from "../permissions.ts";

export type ShareLink = Extract<Principal, { kind: "share_link" }>;

interface Row {
  id: string;
  project_id: string;
  job_id: string;
  expires_at: Date;
}

// The time of last use is updated at most once a minute.
const find = (condition: string) => `
  with found as (
    select id, project_id, job_id, expires_at, last_used_at from share_links
    where ${condition} and revoked_at is null and expires_at > clock_timestamp()
  ), used as (
    update share_links set last_used_at = clock_timestamp()
    from found where share_links.id = found.id
      and coalesce(found.last_used_at, '-infinity') < clock_timestamp() - interval '1 minute'
  )
  select id, project_id, job_id, expires_at from found`;

const byToken = { name: "share_link_by_token", text: find("token_hash = $1") };
const byId = { name: "share_link_by_id", text: find("id = $1") };

/** Returns what a share link gives access to; null if it has expired or was revoked. */
export async function findShareLink(
  { pool }: Pick<Database, "pool">,
  key: { token: string } | { id: string },
): Promise<ShareLink | null> {
  const statement =
    "token" in key ? { ...byToken, values: [hashToken(key.token)] } : { ...byId, values: [key.id] };
  const { rows } = await guardStore(() => pool.query<Row>(statement));
  const [row] = rows;
  if (row === undefined) return null;
  const { id, project_id: projectId, job_id: jobId, expires_at: expiresAt } = row;
  return { kind: "share_link", id, projectId, jobId, expiresAt };
}
