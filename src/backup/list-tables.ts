import { type Client, schemaName } from "../store/database.ts";

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** Tables that its foreign keys refer to. */
  references: string[];
}

const tablesQuery = `
  select class.relname as name,
    array(select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct target.relname::text from pg_constraint as key join pg_class as target on target.oid = key.confrelid
      where key.conrelid = class.oid and key.contype = 'f' and key.confrelid <> class.oid) as "references"
  from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
  where space.nspname = $1 and class.relkind = 'r' order by class.relname`;

/** The manifest of a backup has their content. */
const leftOut = ["migrations", "expansions"];

/** Returns all tables of the schema, each after those that it refers to. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(tablesQuery, [schemaName]);
  const waiting = new Map(rows.map((table) => [table.name, table]));
  for (const name of leftOut) waiting.delete(name);
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ references }) =>
      references.every((name) => !waiting.has(name)),
    );
    if (ready.length === 0) throw new Error(`tables name each other: ${[...waiting.keys()].join(", ")}`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

export interface SequenceState {
  name: string;
  /** Text, because the number may be too large for JavaScript. */
  value: string;
  isCalled: boolean;
}

/**
 * Returns the state of all sequences. They are not part of a snapshot: read after it was taken, they are
 * never behind it.
 */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
     where space.nspname = $1 and relkind = 'S' order by relname`,
    [schemaName],
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<Omit<SequenceState, "name">>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    );
    states.push({ name, ...state.rows[0]! });
  }
  return states;
}

/** Returns a name of the schema as SQL. */
export function quoted(name: string): string {
  return `${schemaName}.${quoteName(name)}`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoteName).join(", ");
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
