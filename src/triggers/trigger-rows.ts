import { AppError } from "../errors.ts";
import type { Client, Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { TriggerUse } from "./load-trigger-use.ts";
import type { TriggerKind, TriggerRecord, TriggerSettings } from "./trigger-schema.ts";

export interface TriggerBudget {
  maxJobs?: number;
  maxCostUsd?: number;
}

export interface TriggerRow {
  id: string;
  project_id: string;
  name: string;
  kind: TriggerKind;
  settings: TriggerSettings;
  prompt: string;
  topic: string;
  enabled: boolean;
  window_seconds: number;
  budget: TriggerBudget;
  /** Encrypted. */
  secret: string | null;
  next_at: Date | null;
  created_at: Date;
}

/** With whether all triggers of its project, or of the instance, are stopped. */
export type SwitchedTrigger = TriggerRow & { stopped: boolean };

/** Why a trigger starts nothing, whatever happens; null while it is on. */
export function whyOff({ enabled, stopped }: SwitchedTrigger): string | null {
  if (!enabled) return "the trigger is off";
  return stopped ? "triggers are stopped" : null;
}

export interface TriggerAddress {
  projectId: string;
  triggerId: string;
}

/** Returns the context that its secret is encrypted for. */
export function triggerContext(triggerId: string): string {
  return `secret of ${triggerId}`;
}

/** Lists the project's triggers, oldest first. */
export async function listTriggerRows(
  { pool }: Pick<Database, "pool">,
  projectId: string,
): Promise<TriggerRow[]> {
  const all = "select * from triggers where project_id = $1 order by created_at, id";
  return (await guardStore(() => pool.query<TriggerRow>(all, [projectId]))).rows;
}

/** Throws `trigger_not_found`. */
export async function loadTriggerRow(
  client: Client | Database["pool"],
  { projectId, triggerId }: TriggerAddress,
): Promise<SwitchedTrigger> {
  const one = `
    select triggers.*, triggers_are_stopped(triggers_stopped_at) as stopped
    from triggers join projects on projects.id = project_id where project_id = $1 and triggers.id = $2`;
  const { rows } = await guardStore(() => client.query<SwitchedTrigger>(one, [projectId, triggerId]));
  if (rows[0] === undefined) throw triggerMissing(triggerId);
  return rows[0];
}

function triggerMissing(triggerId: string): AppError {
  return new AppError("trigger_not_found", `The project has no trigger ${triggerId}.`);
}

/** `publicUrl` without a trailing slash; `used` of the current month. */
export function toTriggerRecord(row: TriggerRow, publicUrl: string, used: TriggerUse): TriggerRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    kind: row.kind,
    settings: row.settings,
    prompt: row.prompt,
    topic: row.topic,
    enabled: row.enabled,
    windowSeconds: row.window_seconds,
    budget: row.budget,
    used,
    deliveryUrl: row.kind === "schedule" ? null : `${publicUrl}/v2/triggers/${row.id}`,
    nextAt: row.next_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the fields for the audit log, without usage, which is not a setting. */
export function toAudited({ used: _used, ...settings }: TriggerRecord): Omit<TriggerRecord, "used"> {
  return settings;
}
