import type { Client } from "../store/database.ts";
import { sealedColumns } from "../";
import { quoted, type Table } from "./list-tables.ts";

/** How many rows hold something encrypted, as far as the schema has their tables. */
export async function countSealed(client: Client, tables: readonly Table[]): Promise<number> {
  let count = 0;
  for (const [name, column] of sealedColumns) {
    if (!tables.some((table) => table.name === name && table.columns.includes(column))) continue;
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${quoted(name)} where ${column} is not null`,
    );
    count += rows[0]!.count;
  }
  return count;
}
