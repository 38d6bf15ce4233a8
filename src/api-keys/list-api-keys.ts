import { requireProject } from "../projects/project-row.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { accountKey, loadCaps, type MonthlyUse, toUse } from "../usage/load-caps.ts";
import { type ApiKeyRecord, type ApiKeyRow, toApiKeyRecord } from "./api-key-record.ts";

export interface ListedApiKey extends ApiKeyRecord {
  thisMonth: MonthlyUse;
  uses: { jobs30d: number };
}

const all = "select * from api_keys where project_id = $1 order by created_at, id";

const countJobs = `
  select created_by ->> 'id' as id, count(*)::integer as jobs from jobs
  where project_id = $1 and created_by ->> 'kind' = 'api_key' and created_at > statement_timestamp() - interval '30 days'
  group by 1`;

/**
 * Lists all keys of the project, including expired and revoked ones, oldest first. Throws
 * `project_not_found`.
 */
export async function listApiKeys(
  { database }: { database: Database },
  projectId: string,
): Promise<ListedApiKey[]> {
  await requireProject(database, projectId);
  const { rows } = await guardStore(() => database.pool.query<ApiKeyRow>(all, [projectId]));
  const accounts = rows.map(({ id }) => ({ projectId, apiKeyId: id }));
  const states = await guardStore(() => loadCaps(database.pool, accounts));
  const used = await guardStore(() =>
    database.pool.query<{ id: string; jobs: number }>(countJobs, [projectId]),
  );
  const jobsOf = new Map(used.rows.map(({ id, jobs }) => [id, jobs]));
  return rows.map((row, index) => ({
    ...toApiKeyRecord(row),
    uses: { jobs30d: jobsOf.get(row.id) ?? 0 },
    thisMonth: toUse(states.get(accountKey(accounts[index]!))?.find(({ of }) => of === "key")),
  }));
}
