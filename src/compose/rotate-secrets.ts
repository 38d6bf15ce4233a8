import { credentialsContext } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { responseContext } from "../server/answer-once.ts";
import { slackContext } from "../slack/slack-connections.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { triggerContext } from "../triggers/trigger-rows.ts";
import { webhookContext } from "../webhooks/webhook-secrets.ts";

export interface SecretsDeps {
  database: Database;
  secretBox: SecretBox;
}

export interface SecretCounts {
  /** Number of secrets sealed with the newest key. */
  current: number;
  /** Number of secrets sealed with a replaced key. */
  old: number;
  /** Secrets that no known key opens, such as `credentials of project prj_…`. */
  unreadable: string[];
}

interface Place {
  table: string;
  column: string;
  /** Name shown before the id, as in `credentials of project prj_…`. */
  what: string;
  /** Context with which the secret of this id is sealed. */
  context(id: string): string;
}

/** Every column that holds a sealed value. Set-up links of GitHub Apps are sealed too, but not stored. */
const places: readonly Place[] = [
  {
    table: "projects",
    column: "credentials",
    what: "credentials of project",
    context: credentialsContext,
  },
  {
    table: "context_repositories",
    column: "credentials",
    what: "credentials of context repository",
    context: credentialsContext,
  },
  { table: "webhooks", column: "secrets", what: "secrets of webhook", context: webhookContext },
  { table: "triggers", column: "secret", what: "secret of trigger", context: triggerContext },
  { table: "slack_connections", column: "secrets", what: "secrets of Slack channel", context: slackContext },
  { table: "managed_requests", column: "response", what: "response of request", context: responseContext },
];

/** The tables and columns, for code that looks at all of them. */
export const sealedColumns = places.map(({ table, column }) => ({ table, column }));

interface SealedRow {
  id: string;
  sealed: string;
}

const batchRows = 100;
const passesMax = 5;

/** Counts everything that is stored encrypted; at most `rowsMax` rows of each kind, if given. */
export async function countSecrets(
  deps: SecretsDeps,
  { rowsMax = Number.POSITIVE_INFINITY }: { rowsMax?: number } = {},
): Promise<SecretCounts> {
  const counts: SecretCounts = { current: 0, old: 0, unreadable: [] };
  for (const place of places) {
    let seen = 0;
    for await (const row of eachRow(deps, place)) {
      const state = deps.secretBox.judge(row.sealed, place.context(row.id));
      if (state === "unreadable") counts.unreadable.push(`${place.what} ${row.id}`);
      else counts[state] += 1;
      seen += 1;
      if (seen >= rowsMax) break;
    }
  }
  return counts;
}

/**
 * Re-encrypts with the newest key what an older key encrypted, while the service runs. The work of a killed
 * run is kept, and the next run continues it; the run ends when nothing old is left, including what a process
 * that did not know the new key stored meanwhile.
 */
export async function rotateSecrets(deps: SecretsDeps): Promise<SecretCounts & { rotated: number }> {
  let rotated = 0;
  for (let pass = 1; ; pass += 1) {
    for (const place of places)
      for await (const row of eachRow(deps, place)) if (await rotateOne(deps, place, row)) rotated += 1;
    const counts = await countSecrets(deps);
    if (counts.old === 0 || pass === passesMax) return { ...counts, rotated };
  }
}

async function rotateOne(
  { database, secretBox }: SecretsDeps,
  place: Place,
  row: SealedRow,
): Promise<boolean> {
  const context = place.context(row.id);
  if (secretBox.judge(row.sealed, context) !== "old") return false;
  const next = secretBox.seal(secretBox.open(row.sealed, context), context);
  // A row that was changed meanwhile is left alone: it holds the newer secret.
  const { table, column } = place;
  const replace = `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`;
  const { rowCount } = await guardStore(() => database.pool.query(replace, [row.id, row.sealed, next]));
  return rowCount === 1;
}

/** Yields the rows in the order of their ids. */
async function* eachRow({ database }: SecretsDeps, { table, column }: Place): AsyncGenerator<SealedRow> {
  const list = `
    select id, ${column} as sealed from ${table} where ${column} is not null and id > $1 order by id limit ${batchRows}`;
  let after = "";
  for (;;) {
    const { rows } = await guardStore(() => database.pool.query<SealedRow>(list, [after]));
    yield* rows;
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}
