import type { Author } from "../jobs/author.ts";
import type { Database } from "../store/database.ts";

interface BackupRecord {
  kind: "taken" | "noted";
  author: Author;
  /** Name of the tool that made it. */
  tool: string;
  bytes: number | null;
}

const keptRecords = 100;

/** Records a backup, for `copydesk doctor`. Does nothing on a schema from before such records existed. */
export async function recordBackup(
  { database: { pool } }: { database: Pick<Database, "pool"> },
  { kind, author, tool, bytes }: BackupRecord,
): Promise<void> {
  const found = await pool.query<{ is: boolean }>("select to_regclass('copydesk.backups') is not null as is");
  if (!found.rows[0]!.is) return;
  await pool.query("insert into backups (kind, author, tool, bytes) values ($1, $2, $3, $4)", [
    kind,
    JSON.stringify(author),
    tool,
    bytes,
  ]);
  await pool.query(
    "delete from backups where at < (select at from backups order by at desc offset $1 limit 1)",
    [keptRecords - 1],
  );
}

/**
 * Returns the age of the latest backup; null: none is known. A restore counts, because its source is a
 * backup.
 */
export async function loadBackupAge({
  database: { pool },
}: {
  database: Pick<Database, "pool">;
}): Promise<{ ageSeconds: number; tool: string } | null> {
  const { rows } = await pool.query<{ ageSeconds: number; tool: string }>(
    `select extract(epoch from clock_timestamp() - at)::float8 as "ageSeconds", tool from backups order by at desc limit 1`,
  );
  return rows[0] ?? null;
}
