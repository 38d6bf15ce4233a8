import { credentialsContext } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { responseContext } from "../store/secrets/response-context.ts";
import {
  describeSealed,
  listSealedRows,
  replaceSealed,
  type SealedPlace,
  type SealedRow,
  sealedPlaces,
} from "../store/secrets/sealed-rows.ts";
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

const contexts: Record<SealedPlace, (id: string) => string> = {
  projects: credentialsContext,
  context_repositories: credentialsContext,
  webhooks: webhookContext,
  triggers: triggerContext,
  managed_requests: responseContext,
};

const batchRows = 100;
const passesMax = 5;

/** Looks at everything that is stored encrypted; at `rowsMax` rows of each kind when given. */
export async function countSecrets(
  deps: SecretsDeps,
  { rowsMax = Number.POSITIVE_INFINITY }: { rowsMax?: number } = {},
): Promise<SecretCounts> {
  const counts: SecretCounts = { current: 0, old: 0, unreadable: [] };
  for (const place of sealedPlaces) {
    let seen = 0;
    for await (const row of eachRow(deps, place)) {
      const state = deps.secretBox.judge(row.sealed, contexts[place](row.id));
      if (state === "unreadable") counts.unreadable.push(describeSealed(place, row.id));
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
    for (const place of sealedPlaces)
      for await (const row of eachRow(deps, place)) if (await rotateOne(deps, place, row)) rotated += 1;
    const counts = await countSecrets(deps);
    if (counts.old === 0 || pass === passesMax) return { ...counts, rotated };
  }
}

async function rotateOne(
  { database, secretBox }: SecretsDeps,
  place: SealedPlace,
  row: SealedRow,
): Promise<boolean> {
  const context = contexts[place](row.id);
  if (secretBox.judge(row.sealed, context) !== "old") return false;
  const next = secretBox.seal(secretBox.open(row.sealed, context), context);
  return await replaceSealed(database, place, row, next);
}

async function* eachRow({ database }: SecretsDeps, place: SealedPlace): AsyncGenerator<SealedRow> {
  let after = "";
  for (;;) {
    const rows = await listSealedRows(database, place, { after, limit: batchRows });
    yield* rows;
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}
