import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

const charactersMax = 200;

/** Returns the beginning of each job's latest prompt. */
export function loadPrompts(
  { pool }: Pick<Database, "pool">,
  jobIds: readonly string[],
): Promise<Map<string, string>> {
  return guardStore(async () => {
    const { rows } = await pool.query<{ id: string; prompt: string }>(
      `select id, left(coalesce(turn_prompt, prompt), ${charactersMax}) as prompt from jobs where id = any($1)`,
      [jobIds],
    );
    return new Map(rows.map(({ id, prompt }) => [id, prompt]));
  });
}
