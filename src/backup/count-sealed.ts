import type { Client } from "../store/database.ts";
import { quoted, type Table } from "./list-tables.ts";

export interface SealedPlace {
  table: string;
  column: string;
}

/** Counts the rows with encrypted content, in those tables that the schema has. */
export async function countSealed(
  client: Client,
  tables: readonly Table[],
  places: readonly SealedPlace[],
): Promise<number> {
  let count = 0;
  for (const { table: name, column } of places) {
    if (!tables.some((table) => table.name === name && table.columns.includes(column))) continue;
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${quoted(name)} where ${column} is not null`,
    );
    count += rows[0]!.count;
  }
  return count;
}
