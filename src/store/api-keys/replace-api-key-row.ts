import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ApiKeyRow } from "./api-key-rows.ts";
import { mayMakeKey } from "./key-limit.ts";

export type ReplaceOutcome =
  | { kind: "replaced"; successor: ApiKeyRow; replaced: ApiKeyRow }
  | { kind: "limited" | "missing" };

const isValid = "revoked_at is null and (expires_at is null or expires_at > clock_timestamp())";

/** The successor lives as long as the old key was made for, under the same monthly cap and on the same account. */
const succeed = `
  insert into api_keys (id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap, account_id)
  select $3, project_id, name, $4, scopes, allowed_ips, clock_timestamp() + (expires_at - created_at), monthly_cap,
    coalesce(account_id, id)
  from api_keys where id = $2 and project_id = $1 and ${isValid}
  returning *`;

const end = `
  update api_keys set expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $3))
  where id = $2 and project_id = $1 returning *`;

export function replaceApiKeyRow(
  database: Database,
  change: {
    projectId: string;
    keyId: string;
    overlapMs: number;
    successor: { id: string; secretHash: Buffer };
  },
): Promise<ReplaceOutcome> {
  const { projectId, keyId, overlapMs, successor } = change;
  return guardStore(() =>
    inTransaction(database, async (client) => {
      if (!(await mayMakeKey(client, projectId))) return { kind: "limited" };
      const made = await client.query<ApiKeyRow>(succeed, [
        projectId,
        keyId,
        successor.id,
        successor.secretHash,
      ]);
      const [row] = made.rows;
      if (row === undefined) return { kind: "missing" };
      const ended = await client.query<ApiKeyRow>(end, [projectId, keyId, overlapMs / 1_000]);
      return { kind: "replaced", successor: row, replaced: ended.rows[0]! };
    }),
  );
}
