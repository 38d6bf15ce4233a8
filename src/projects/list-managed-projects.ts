import { z } from "zod";
import { maskSecrets } from "../audit/mask-secrets.ts";
import { AppError } from "../errors.ts";
import type { Uses } from "../jobs/new-job.ts";
import type { Retention } from "../jobs/prune-jobs.ts";
import type { LoadUses } from "../jobs/uses.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { projectIdFilter } from "../schemas/project-id-filter.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { accountKey, type CapState, loadCaps, toUse } from "../usage/load-caps.ts";
import type { ManagedProject } from "./managed-project-schema.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";

export interface ManagedProjectDeps {
  database: Pick<Database, "pool">;
  loadUses: LoadUses;
  /** The service's retention, for projects that set none. */
  retention: Retention;
}

export const listManagedProjectsInput = z.strictObject({
  limit: z.coerce.number().int("must be a whole number").min(1).max(100).default(50),
  cursor: projectIdFilter.optional(),
  q: plainText({ min: 0, max: 200 }).optional(),
});

type CountedRow = ProjectRow & { queued: number; running: number; open_pull_requests: number };

const columns = `
  select projects.*, coalesce(load.queued + load.waiting, 0) as queued, coalesce(load.running, 0) as running,
    coalesce(load.open_pull_requests, 0) as open_pull_requests
  from projects left join project_load as load on load.project_id = projects.id`;

const list = `
  ${columns}
  where organisation_id = any($1::text[])
    and ($2::text is null or position(lower($2) in lower(name || ' ' || repository)) > 0)
    and ($3::text is null or (name, id) > (select name, id from projects where id = $3))
  order by name, id limit $4`;

/** Lists the organisations' projects by name. Throws `invalid_request`. */
export async function listManagedProjects(
  deps: ManagedProjectDeps,
  organisationIds: readonly string[],
  input: unknown,
): Promise<{ data: ManagedProject[]; nextCursor: string | null }> {
  const { limit, cursor = null, q = null } = parseInput(listManagedProjectsInput, input);
  const values = [organisationIds, q, cursor, limit];
  const { rows } = await guardStore(() => deps.database.pool.query<CountedRow>(list, values));
  const data = await toManagedProjects(deps, rows);
  return { data, nextCursor: rows.length === limit ? rows.at(-1)!.id : null };
}

/** Throws `project_not_found`. */
export async function getManagedProject(
  deps: ManagedProjectDeps,
  projectId: string,
): Promise<ManagedProject> {
  const { rows } = await guardStore(() =>
    deps.database.pool.query<CountedRow>(`${columns} where projects.id = $1`, [projectId]),
  );
  if (rows[0] === undefined) throw new AppError("project_not_found", "There is no such project.");
  return (await toManagedProjects(deps, [rows[0]]))[0]!;
}

async function toManagedProjects(
  deps: ManagedProjectDeps,
  rows: readonly CountedRow[],
): Promise<ManagedProject[]> {
  const accounts = rows.map(({ id: projectId }) => ({ projectId, apiKeyId: null }));
  const caps = await guardStore(() => loadCaps(deps.database.pool, accounts));
  return await Promise.all(
    rows.map((row) => {
      const [ofProject] = caps.get(accountKey({ projectId: row.id, apiKeyId: null })) ?? [];
      return toManagedProject(deps, row, ofProject);
    }),
  );
}

async function toManagedProject(
  { loadUses, retention }: ManagedProjectDeps,
  row: CountedRow,
  caps: CapState | undefined,
): Promise<ManagedProject> {
  const uses = await loadUses(row.id);
  const record = toProjectRecord(row);
  const { queued, running, open_pull_requests: openPullRequests } = row;
  return {
    ...record,
    settings: maskSecrets(record.settings) as ManagedProject["settings"],
    counts: { queued, running, openPullRequests },
    limit: toLimit(uses),
    thisMonth: toUse(caps),
    retention: retentionOf(record, retention),
  };
}

/** Returns the effective retention: the project's own settings, else the service's. */
export function retentionOf({ settings }: ProjectRecord, service: Retention): Retention {
  return {
    recordsDays: settings.keepRecordsDays ?? service.recordsDays,
    transcriptsDays: settings.keepTranscriptsDays ?? service.transcriptsDays,
  };
}

/** Returns how much of the hourly limit on new jobs is used up. */
function toLimit(uses: Uses | undefined): ManagedProject["limit"] {
  if (uses === undefined) return { limit: 0, used: 0, nextFreeAt: null };
  const used = uses.limit - uses.left;
  const nextFreeAt = used === 0 ? null : new Date(Date.now() + uses.resetSeconds * 1_000).toISOString();
  return { limit: uses.limit, used, nextFreeAt };
}
