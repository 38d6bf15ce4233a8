import { AppError } from "../errors.ts";
import { listApiKeyRows } from "../store/api-keys/api-key-rows.ts";
import { accountKey, loadCaps, type MonthlyUse, toUse } from "../store/caps/load-caps.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";

export interface ListedApiKey extends ApiKeyRecord {
  thisMonth: MonthlyUse;
  uses: { jobs30d: number };
}

const countJobs = `
  select created_by ->> 'id' as id, count(*)::integer as jobs from jobs
  where project_id = $1 and created_by ->> 'kind' = 'api_key' and created_at > statement_timestamp() - interval '30 days'
  group by 1`;

/** Every key of the project, oldest first, also expired and revoked ones. Throws `project_not_found`. */
export async function listApiKeys(
  { database }: { database: Database },
  projectId: string,
): Promise<ListedApiKey[]> {
  if ((await loadProject(database, projectId)) === undefined)
    throw new AppError("project_not_found", "There is no such project.");
  const rows = await listApiKeyRows(database, projectId);
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
