import type { Client, Database } from "../store/database.ts";
import type { MonthlyCap } from "../store/project-settings.ts";

/** Usage and cap of a project or an API key in this month, which ends at midnight UTC. */
export interface CapState {
  of: "project" | "key";
  cap: MonthlyCap;
  tokens: number;
  costUsd: number;
  resetsAt: Date;
  resetSeconds: number;
}

/** The part of it that people and programs are shown. */
export interface MonthlyUse {
  tokens: number;
  costUsd: number;
  /** ISO 8601, UTC. */
  resetsAt: string | null;
}

export function toUse(state: CapState | undefined): MonthlyUse {
  const { tokens = 0, costUsd = 0, resetsAt } = state ?? {};
  return { tokens, costUsd, resetsAt: resetsAt?.toISOString() ?? null };
}

/** Account that usage is charged to; without a key if none was used. */
export interface Account {
  projectId: string;
  apiKeyId: string | null;
}

interface CapRow {
  projectId: string;
  apiKeyId: string | null;
  projectCap: MonthlyCap | null;
  projectTokens: number;
  projectCost: number;
  keyCap: MonthlyCap | null;
  keyTokens: number;
  keyCost: number;
  resetsAt: Date;
  resetSeconds: number;
}

const load = `
  with clock as materialized (
    select clock_timestamp() as now, date_trunc('month', clock_timestamp() at time zone 'UTC') as month
  )
  select wanted.project_id as "projectId", wanted.key_id as "apiKeyId",
    projects.settings -> 'monthlyCap' as "projectCap", keys.monthly_cap as "keyCap",
    coalesce(of_project.tokens, 0)::double precision as "projectTokens", coalesce(of_project.cost_usd, 0) as "projectCost",
    coalesce(of_key.tokens, 0)::double precision as "keyTokens", coalesce(of_key.cost_usd, 0) as "keyCost",
    (clock.month + interval '1 month') at time zone 'UTC' as "resetsAt",
    ceil(extract(epoch from (clock.month + interval '1 month') at time zone 'UTC' - clock.now))::integer as "resetSeconds"
  from clock cross join unnest($1::text[], $2::text[]) as wanted (project_id, key_id)
  join projects on projects.id = wanted.project_id
  left join monthly_usage as of_project on of_project.project_id = wanted.project_id
    and of_project.account_id = '' and of_project.month = clock.month::date
  left join api_keys as keys on keys.id = wanted.key_id and keys.project_id = wanted.project_id
  left join monthly_usage as of_key on of_key.project_id = wanted.project_id
    and of_key.account_id = coalesce(keys.account_id, keys.id) and of_key.month = clock.month::date`;

/**
 * Loads, for each account, the state of its project, and of its key if it has one; by the database's clock.
 */
export async function loadCaps(
  client: Client | Database["pool"],
  accounts: readonly Account[],
): Promise<Map<string, CapState[]>> {
  const { rows } = await client.query<CapRow>(load, [
    accounts.map(({ projectId }) => projectId),
    accounts.map(({ apiKeyId }) => apiKeyId),
  ]);
  return new Map(rows.map((row) => [accountKey(row), toStates(row)]));
}

export function accountKey({ projectId, apiKeyId }: Account): string {
  return `${projectId} ${apiKeyId ?? ""}`;
}

function toStates(row: CapRow): CapState[] {
  const { resetsAt, resetSeconds } = row;
  const project: CapState = {
    ...{ of: "project", cap: row.projectCap ?? {}, tokens: row.projectTokens, costUsd: row.projectCost },
    ...{ resetsAt, resetSeconds },
  };
  if (row.keyCap === null) return [project];
  const key: CapState = {
    ...{ of: "key", cap: row.keyCap, tokens: row.keyTokens, costUsd: row.keyCost },
    ...{ resetsAt, resetSeconds },
  };
  return [project, key];
}

/** Returns the cap that does not allow this much more, or null. Usage without a price counts as nothing. */
export function findReachedCap(
  states: readonly CapState[],
  next: { tokens: number; costUsd: number } = { tokens: 0, costUsd: 0 },
): CapState | null {
  return states.find((state) => isReached(state, next)) ?? null;
}

function isReached({ cap, tokens, costUsd }: CapState, next: { tokens: number; costUsd: number }): boolean {
  const { maxTokens = Number.POSITIVE_INFINITY, maxCostUsd = Number.POSITIVE_INFINITY } = cap;
  return (
    tokens >= maxTokens ||
    tokens + next.tokens > maxTokens ||
    costUsd >= maxCostUsd ||
    costUsd + next.costUsd > maxCostUsd
  );
}

/** Returns e.g. "1,200,000 of 1,000,000 tokens and $3.10 of $5.00". */
export function describeUse({ cap, tokens, costUsd }: Pick<CapState, "cap" | "tokens" | "costUsd">): string {
  const { maxTokens, maxCostUsd } = cap;
  const ofTokens = maxTokens === undefined ? "" : ` of ${maxTokens.toLocaleString("en-US")}`;
  const ofCost = maxCostUsd === undefined ? "" : ` of $${maxCostUsd.toFixed(2)}`;
  return `${tokens.toLocaleString("en-US")}${ofTokens} tokens and $${costUsd.toFixed(2)}${ofCost}`;
}

/** Returns one sentence for people who reached a cap. */
export function describeReachedCap(state: CapState): string {
  const whose = state.of === "project" ? "This project" : "This API key";
  return `${whose} has used ${describeUse(state)} this month. Its monthly cap resets at ${state.resetsAt.toISOString()}; the operator of the service can raise it.`;
}
