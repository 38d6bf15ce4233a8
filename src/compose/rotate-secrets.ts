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
  /** Sealed with the newest key. */
  current: number;
  /** Sealed with a key that was replaced. */
  old: number;
  /** What no known key opens, such as `credentials of project prj_…`. */
  unreadable: string[];
}

interface Place {
  table: string;
  column: string;
  /** For people, before the id: `credentials of project prj_…`. */
  what: string;
  /** What the secret of this id is sealed for. */
  context(id: string): string;
}

/**
 * Every column that holds something sealed. Set-up links of GitHub Apps are sealed too, but nowhere stored.
 */
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

/** Tables and their columns, for whoever looks at all of them. */
export const sealedColumns = places.map(({ table, column }) => ({ table, column }));

interface SealedRow {
  id: string;
  sealed: string;
}

const batchRows = 100;
const passesMax = 5;

/** Looks at everything that is stored encrypted; at `rowsMax` rows of each kind when given. */
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
 * Encrypts with the newest key what was encrypted with an older one, while the service runs. What a killed
 * run has done stays done, and the next one goes on; it ends when nothing old is left, also of what was
 * stored meanwhile by a process that did not know the new key yet.
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
  // Nothing happens to a row that somebody has changed meanwhile: theirs is the newer secret.
  const { table, column } = place;
  const replace = `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`;
  const { rowCount } = await guardStore(() => database.pool.query(replace, [row.id, row.sealed, next]));
  return rowCount === 1;
}

/** In the order of their ids. */
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
