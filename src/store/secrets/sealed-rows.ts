import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/**
 * Every column that holds something sealed. Set-up links of GitHub Apps are sealed too, but nowhere stored.
 */
const places = {
  projects: { column: "credentials", what: "credentials of project" },
  context_repositories: { column: "credentials", what: "credentials of context repository" },
  webhooks: { column: "secrets", what: "secrets of webhook" },
  triggers: { column: "secret", what: "secret of trigger" },
  managed_requests: { column: "response", what: "response of request" },
} as const;

export type SealedPlace = keyof typeof places;

export const sealedPlaces = Object.keys(places) as SealedPlace[];

export interface SealedRow {
  id: string;
  sealed: string;
}

/** For people: `credentials of project prj_…`. */
export function describeSealed(place: SealedPlace, id: string): string {
  return `${places[place].what} ${id}`;
}

/**
 * At most `limit` rows of the place with something sealed, in the order of their ids, from after the given
 * one.
 */
export async function listSealedRows(
  { pool }: Pick<Database, "pool">,
  place: SealedPlace,
  { after, limit }: { after: string; limit: number },
): Promise<SealedRow[]> {
  const { column } = places[place];
  const { rows } = await guardStore(() =>
    pool.query<SealedRow>(
      `select id, ${column} as sealed from ${place} where ${column} is not null and id > $1 order by id limit $2`,
      [after, limit],
    ),
  );
  return rows;
}

/**
 * Nothing happens to a row that somebody has changed meanwhile: theirs is the newer secret. Returns whether
 * it was this one.
 */
export async function replaceSealed(
  { pool }: Pick<Database, "pool">,
  place: SealedPlace,
  { id, sealed }: SealedRow,
  next: string,
): Promise<boolean> {
  const { column } = places[place];
  const { rowCount } = await guardStore(() =>
    pool.query(`update ${place} set ${column} = $3 where id = $1 and ${column} = $2`, [id, sealed, next]),
  );
  return rowCount === 1;
}
