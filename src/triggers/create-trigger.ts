import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { randomBase62 } from "../text/base62.ts";
import { makeSecret } from "../webhooks/webhook-secrets.ts";
import { nothingUsed } from "./load-trigger-use.ts";
import { nextTime } from "./next-time.ts";
import { type TriggerRow, toAudited, toTriggerRecord, triggerContext } from "./trigger-rows.ts";
import {
  createTriggerInput,
  ownSource,
  type TriggerKind,
  type TriggerRecord,
  type TriggerSettings,
} from "./trigger-schema.ts";

export interface TriggerDeps extends ActorDeps {
  database: Database;
  secretBox: SecretBox;
  /** Without a trailing slash. */
  publicUrl: string;
}

const triggersMax = 50;

const insert = `
  insert into triggers (id, project_id, name, kind, settings, prompt, topic, enabled, window_seconds, budget, secret, next_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning *`;

/**
 * Adds a trigger to a project. `secret` is returned only here; schedules have none. Throws
 * `project_not_found`, `invalid_request`, `schedule_never_fires`, `trigger_name_taken`, `context_not_found`.
 */
export async function createTrigger(
  deps: TriggerDeps,
  projectId: string,
  input: unknown,
): Promise<{ secret: string | null; record: TriggerRecord }> {
  const given = parseInput(createTriggerInput, input);
  const {
    name,
    kind,
    settings,
    prompt,
    topic = defaultTopic(name, settings),
    enabled,
    windowSeconds,
    budget,
  } = given;
  const next = checkSettings(kind, settings, new Date());
  const id = `trg_${randomBase62(22)}`;
  const secret = kind === "schedule" ? null : makeSecret();
  const sealed = secret === null ? null : deps.secretBox.seal(secret, triggerContext(id));
  const work = () =>
    inTransaction(deps.database, async (client) => {
      await assertRoom(client, projectId, name);
      await assertSource(client, projectId, settings.source);
      const { rows } = await client.query<TriggerRow>(insert, [
        ...[id, projectId, name, kind, JSON.stringify(settings), prompt, topic, enabled, windowSeconds],
        ...[JSON.stringify(budget), sealed, next],
      ]);
      const made = toTriggerRecord(rows[0]!, deps.publicUrl, nothingUsed);
      await recordAudit(client, {
        ...{ action: "trigger.created", actor: actorOf(deps), projectId },
        ...{ subject: { kind: "trigger", id, name }, after: toAudited(made) },
      });
      return made;
    });
  return { secret, record: await guardStore(work) };
}

/** Returns the name as a template without placeholders except for the language of translations. */
function defaultTopic(name: string, { translate }: TriggerSettings): string {
  return `${name.replaceAll("{{", "{ {")}${translate === undefined ? "" : ": {{language}}"}`;
}

const ofKind: Record<TriggerKind, readonly (keyof TriggerSettings)[]> = {
  schedule: ["cron", "timeZone", "translate"],
  source_change: ["host", "repository", "source", "refs", "paths", "labels", "on", "askAuthors", "translate"],
  release: ["host", "repository", "source", "refs", "translate"],
  mention: ["host", "repository"],
  page_feedback: [],
};

/**
 * Returns when a schedule is next due; null for the other kinds. Throws `invalid_request` for settings of
 * another kind, `schedule_never_fires`.
 */
export function checkSettings(kind: TriggerKind, settings: TriggerSettings, now: Date): Date | null {
  const known = ofKind[kind] as readonly string[];
  const strange = Object.keys(settings).find((name) => !known.includes(name));
  if (strange !== undefined)
    throw invalidRequest([{ path: `settings.${strange}`, message: `is not a setting of the kind ${kind}` }]);
  if (kind !== "schedule") return null;
  const { cron, timeZone = "UTC" } = settings;
  if (cron === undefined) throw invalidRequest([{ path: "settings.cron", message: "is missing" }]);
  return nextTime({ cron, timeZone }, now);
}

/** Locks the project, so that the second of two simultaneous requests sees the first. */
async function assertRoom(client: Client, projectId: string, name: string): Promise<void> {
  const project = await client.query("select 1 from projects where id = $1 for no key update", [projectId]);
  if (project.rowCount === 0) throw new AppError("project_not_found", "There is no such project.");
  const { rows } = await client.query<{ name: string }>("select name from triggers where project_id = $1", [
    projectId,
  ]);
  assertTriggerNameFree(rows, name);
  if (rows.length >= triggersMax)
    throw new AppError("invalid_request", `A project has at most ${triggersMax} triggers.`);
}

/** Throws `context_not_found`. */
export async function assertSource(
  client: Client,
  projectId: string,
  source: string | undefined,
): Promise<void> {
  if (source === undefined || source === ownSource) return;
  const find = "select 1 from context_repositories where project_id = $1 and name = $2";
  const { rowCount } = await client.query(find, [projectId, source]);
  if (rowCount === 0)
    throw new AppError("context_not_found", `The project has no context repository "${source}".`);
}

/** Throws `trigger_name_taken`. */
export function assertTriggerNameFree(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name === name))
    throw new AppError("trigger_name_taken", `The project already has a trigger "${name}".`);
}
