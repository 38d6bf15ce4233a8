import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type UsageRow, usageInput } from "./usage-schema.ts";

const monthsMax = 36;

const sums = `
  count(*)::integer as jobs,
  coalesce(sum((jobs.usage ->> 'inputTokens')::bigint), 0)::float8 as "inputTokens",
  coalesce(sum((jobs.usage ->> 'cachedInputTokens')::bigint), 0)::float8 as "cachedInputTokens",
  coalesce(sum((jobs.usage ->> 'outputTokens')::bigint), 0)::float8 as "outputTokens",
  sum((jobs.usage ->> 'costUsd')::float8) as "costUsd"`;

const cap = (column: string) => `nullif(coalesce(${column}, '{}'::jsonb), '{}'::jsonb) as cap`;

/** Columns of each kind of group; null for columns that are not grouped by. */
const groups = {
  month: `null::text as "projectId", null::text as "projectName", null::text as "apiKeyId", null::text as "apiKeyName",
    null::jsonb as cap`,
  project: `projects.id as "projectId", projects.name as "projectName", null::text as "apiKeyId", null::text as "apiKeyName",
    ${cap("projects.settings -> 'monthlyCap'")}`,
  key: `projects.id as "projectId", projects.name as "projectName", keys.id as "apiKeyId", keys.name as "apiKeyName",
    ${cap("keys.monthly_cap")}`,
} as const;

const query = (groupBy: keyof typeof groups) => `
  select to_char(jobs.created_at at time zone 'UTC', 'YYYY-MM') as month, ${groups[groupBy]}, ${sums}
  from jobs join projects on projects.id = jobs.project_id
  left join api_keys as keys on keys.id = jobs.created_by ->> 'id' and jobs.created_by ->> 'kind' = 'api_key'
  where ($1::text[] is null or projects.organisation_id = any($1::text[])) and ($2::text is null or projects.id = $2)
    and jobs.created_at >= ($3 || '-01')::date::timestamp at time zone 'UTC'
    and jobs.created_at < (($4 || '-01')::date + interval '1 month') at time zone 'UTC'
  group by 1, 2, 3, 4, 5, 6 order by 1 desc, 3, 5`;

/**
 * Lists the usage of the organisations' projects, by month and project or key; by default, of this month. If
 * null, of all organisations. Throws `invalid_request`.
 */
export async function listUsage(
  { database }: { database: Pick<Database, "pool"> },
  organisationIds: readonly string[] | null,
  input: unknown,
): Promise<{ data: UsageRow[] }> {
  const now = new Date().toISOString().slice(0, 7);
  const { groupBy, projectId = null, ...asked } = parseInput(usageInput, input);
  const to = asked.to ?? now;
  const from = asked.from ?? to;
  if (from > to) throw invalidRequest([{ path: "from", message: "must not be after to" }]);
  if (numberOf(to) - numberOf(from) >= monthsMax)
    throw invalidRequest([{ path: "from", message: `must be at most ${monthsMax} months before to` }]);
  const values = [organisationIds, projectId, from, to];
  const { rows } = await guardStore(() => database.pool.query<UsageRow>(query(groupBy), values));
  return { data: rows };
}

function numberOf(month: string): number {
  const [years, months] = month.split("-").map(Number);
  return years! * 12 + months!;
}
