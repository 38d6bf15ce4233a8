import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import { applicationName, type Client, schemaName } from "../store/database.ts";
import { quoted } from "./list-tables.ts";

/** The server may notice the end of a killed process only after this time. */
const leavingMs = 5_000;
const pollMs = 100;

/** Tables that show that a store has been used. */
const telling = ["projects", "people", "management_keys"];

/**
 * Throws unless a backup may replace the store: `store_not_empty` if it was used and is not to be replaced,
 * and `store_in_use` while another process of Copydesk has it open.
 */
export async function assertTarget(
  client: Client,
  { ownProcesses }: { ownProcesses: readonly number[] },
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && (await isUsed(client)))
    throw new AppError(
      "store_not_empty",
      "The store already has projects or people. Restore into an empty one, or give --replace, which removes everything that it holds.",
    );
  const deadline = Date.now() + leavingMs;
  for (;;) {
    const others = await countOthers(client, ownProcesses);
    if (others === 0) return;
    if (Date.now() > deadline)
      throw new AppError(
        "store_in_use",
        `Other processes of Copydesk have the store open (${others} connections). Stop the service and every worker first. A pooler may keep their connections open for a while: enter RECONNECT in its console.`,
      );
    await sleep(pollMs);
  }
}

async function isUsed(client: Client): Promise<boolean> {
  for (const name of telling) {
    const there = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [
      `${schemaName}.${name}`,
    ]);
    if (!there.rows[0]!.is) continue;
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rowCount === 1) return true;
  }
  return false;
}

// Within a transaction the statistics stay as first read, unless the snapshot is cleared.
async function countOthers(client: Client, own: readonly number[]): Promise<number> {
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid() and pid <> all($2::integer[])`,
    [applicationName, own],
  );
  return rows[0]!.count;
}
