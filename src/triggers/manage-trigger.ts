import { actorOf } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { makeSecret } from "../webhooks/webhook-secrets.ts";
import { assertSource, assertTriggerNameFree, checkSettings, type TriggerDeps } from "./create-trigger.ts";
import { loadTriggerUse } from "./load-trigger-use.ts";
import { areAllTriggersStopped } from "./stop-all-triggers.ts";
import {
  listTriggerRows,
  loadTriggerRow,
  type TriggerAddress,
  type TriggerRow,
  toAudited,
  toTriggerRecord,
  triggerContext,
} from "./trigger-rows.ts";
import {
  changeTriggerInput,
  stopTriggersInput,
  type TriggerRecord,
  type TriggerSettings,
} from "./trigger-schema.ts";

type ReadDeps = Pick<TriggerDeps, "database" | "publicUrl">;

/** Lists the project's triggers, oldest first. Throws `project_not_found`. */
export async function listTriggers(
  { database, publicUrl }: ReadDeps,
  projectId: string,
): Promise<{ data: TriggerRecord[]; stopped: boolean; instanceStopped: boolean }> {
  const stopped = await isStopped(database, projectId);
  const rows = await listTriggerRows(database, projectId);
  const instanceStopped = await areAllTriggersStopped(database);
  const use = await loadTriggerUse(
    database.pool,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => toTriggerRecord(row, publicUrl, use.get(row.id)!));
  return { data, stopped, instanceStopped };
}

async function isStopped({ pool }: Database, projectId: string): Promise<boolean> {
  const { rows } = await guardStore(() =>
    pool.query<{ stopped: boolean }>(
      "select triggers_stopped_at is not null as stopped from projects where id = $1",
      [projectId],
    ),
  );
  if (rows[0] === undefined) throw new AppError("project_not_found", "There is no such project.");
  return rows[0].stopped;
}

/** Throws `trigger_not_found`. */
export async function getTrigger(deps: ReadDeps, address: TriggerAddress): Promise<TriggerRecord> {
  const { pool } = deps.database;
  const row = await loadTriggerRow(pool, address);
  return toTriggerRecord(row, deps.publicUrl, (await loadTriggerUse(pool, [row.id])).get(row.id)!);
}

const update = `
  update triggers set name = $2, settings = $3, prompt = $4, topic = $5, enabled = $6, window_seconds = $7,
    budget = $8, next_at = $9
  where id = $1 returning *`;

/**
 * Changes the given fields. A schedule that is changed or switched on restarts from now: times missed while
 * it was off are not made up for. Throws as `createTrigger` does, and `trigger_not_found`.
 */
export async function changeTrigger(
  deps: TriggerDeps,
  address: TriggerAddress,
  input: unknown,
): Promise<TriggerRecord> {
  const given = parseInput(changeTriggerInput, input);
  return await change(deps, address, "trigger.changed", async (client, row) => {
    const { rows: others } = await client.query<{ name: string }>(
      "select name from triggers where project_id = $1 and id <> $2",
      [row.project_id, row.id],
    );
    const { name = row.name, settings = row.settings, enabled = row.enabled } = given;
    assertTriggerNameFree(others, name);
    await assertSource(client, row.project_id, given.settings?.source);
    const isSame = given.settings === undefined && enabled === row.enabled;
    const next = isSame ? row.next_at : checkSettings(row.kind, settings, new Date());
    if (watches(settings) !== watches(row.settings))
      await client.query("delete from trigger_sources where trigger_id = $1", [row.id]);
    const { rows } = await client.query<TriggerRow>(update, [
      ...[row.id, name, JSON.stringify(settings), given.prompt ?? row.prompt, given.topic ?? row.topic],
      ...[enabled, given.windowSeconds ?? row.window_seconds, JSON.stringify(given.budget ?? row.budget)],
      next,
    ]);
    return rows[0]!;
  });
}

/** Identifies what the trigger watches itself: if that changes, it starts from the current state there. */
function watches({ source, refs }: TriggerSettings): string {
  return JSON.stringify([source, refs]);
}

/** Deletes a trigger and its history; its jobs stay. Throws `trigger_not_found`. */
export async function removeTrigger(deps: TriggerDeps, address: TriggerAddress): Promise<void> {
  await change(deps, address, "trigger.removed", async (client, { id }) => {
    await client.query("delete from triggers where id = $1", [id]);
    return null;
  });
}

/**
 * Replaces the secret; deliveries signed with the old one are refused from now on. Throws
 * `trigger_not_found`.
 */
export async function rotateTriggerSecret(
  deps: TriggerDeps,
  address: TriggerAddress,
): Promise<{ secret: string; record: TriggerRecord }> {
  const secret = makeSecret();
  const record = await change(deps, address, "trigger.rotated", async (client, { id, kind }) => {
    if (kind === "schedule") throw new AppError("invalid_request", "A schedule has no secret.");
    const sealed = deps.secretBox.seal(secret, triggerContext(id));
    const set = "update triggers set secret = $2 where id = $1 returning *";
    return (await client.query<TriggerRow>(set, [id, sealed])).rows[0]!;
  });
  return { secret, record };
}

/** Stops all triggers of a project, or resumes them. Throws `project_not_found`. */
export async function stopTriggers(
  deps: TriggerDeps,
  projectId: string,
  input: unknown,
): Promise<{ stopped: boolean }> {
  const { stopped } = parseInput(stopTriggersInput, input);
  const set = `
    update projects set triggers_stopped_at = case when $2 then clock_timestamp() end
    where id = $1 and (triggers_stopped_at is not null) is distinct from $2`;
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const { rowCount } = await client.query(set, [projectId, stopped]);
      if (rowCount === 0) return;
      await recordAudit(client, {
        ...{ action: stopped ? "triggers.stopped" : "triggers.resumed", actor: actorOf(deps), projectId },
        subject: { kind: "project", id: projectId },
      });
    });
  await guardStore(work);
  return { stopped: await isStopped(deps.database, projectId) };
}

async function change(
  deps: TriggerDeps,
  address: TriggerAddress,
  action: Extract<AuditAction, `trigger.${string}`>,
  apply: (client: Client, row: TriggerRow) => Promise<TriggerRow | null>,
): Promise<TriggerRecord> {
  const work = () =>
    inTransaction(deps.database, async (client) => {
      await client.query("select 1 from projects where id = $1 for no key update", [address.projectId]);
      const row = await loadTriggerRow(client, address);
      const used = (await loadTriggerUse(client, [row.id])).get(row.id)!;
      const before = toTriggerRecord(row, deps.publicUrl, used);
      const changed = await apply(client, row);
      const after = changed === null ? null : toTriggerRecord(changed, deps.publicUrl, used);
      await recordAudit(client, {
        ...{ action, actor: actorOf(deps), projectId: address.projectId, before: toAudited(before) },
        subject: { kind: "trigger", id: row.id, name: row.name },
        ...(after !== null && { after: toAudited(after) }),
      });
      return after ?? before;
    });
  return await guardStore(work);
}
