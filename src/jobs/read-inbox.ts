import { z } from "zod";
import type { Principal } from "../people/permissions.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJobFilter } from "./job-filter.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import { createToListed, listedJob } from "./list-all-jobs.ts";
import { listJobRows } from "./list-jobs.ts";
import { listVisibleProjects, type VisibleProject } from "./list-visible-projects.ts";
import { reasons } from "./record-schema.ts";
import { usesPerHour } from "./uses.ts";

const count = z.int().min(0);

const inboxItem = listedJob.extend({
  changedLines: count
    .nullable()
    .meta({ description: "Lines added and removed; null until there is a change." }),
  changedFiles: count.nullable(),
});

const projectLimit = z.object({
  projectId: z.string(),
  projectName: z.string(),
  limit: count.meta({ description: "Creates in any 60 minutes." }),
  used: count,
  nextFreeAt: z.iso
    .datetime({ precision: 3 })
    .nullable()
    .meta({ description: "When the oldest of them stops counting; null if none counts." }),
});

export const inbox = z.object({
  review: z
    .array(inboxItem)
    .meta({ description: "Open pull requests and previews, the shortest change first." }),
  failed: z
    .array(inboxItem)
    .meta({ description: "Failed and not archived, newest first; without cancelled ones." }),
  running: z.array(inboxItem).meta({ description: "Queued, waiting or running, newest first." }),
  more: z
    .object({ review: z.boolean(), failed: z.boolean(), running: z.boolean() })
    .meta({ description: "Lists that have more than the 50 entries shown." }),
  limits: z
    .array(projectLimit)
    .meta({ description: "Of projects with creates in the last 60 minutes, the fullest first." }),
});

export type Inbox = z.output<typeof inbox>;

/** Limit of each group, so that a neglected one does not make the response large. */
const itemsMax = 50;

const columns = jobRowColumns.join(", ");

const readyChanges = `
  select ${columns} from jobs
  where project_id = any ($1::text[]) and status = 'completed'
    and (pull_request ->> 'state' = 'open' or reason = 'preview_ready')
  order by (changed ->> 'lines')::bigint nulls last, created_at desc, id desc limit ${itemsMax + 1}`;

const sizes = `
  select id, (changed ->> 'lines')::integer as lines, (changed ->> 'files')::integer as files
  from jobs where id = any ($1::text[]) and changed is not null`;

const limits = `
  select project_id as "projectId", count(*)::integer as used, min(used_at) + interval '60 minutes' as "nextFreeAt"
  from rate_uses
  where project_id = any ($1::text[]) and operation = 'create' and used_at > statement_timestamp() - interval '60 minutes'
  group by project_id order by used desc, project_id limit 100`;

/** Returns what waits for people in the projects that the principal may see, at most 50 jobs of each kind. */
export async function readInbox({ database }: { database: Database }, principal: Principal): Promise<Inbox> {
  const projects = await listVisibleProjects({ database }, principal, { permission: "jobs:read" });
  const projectIds = projects.map(({ id }) => id);
  const newest = async (filter: Parameters<typeof toJobFilter>[0]) =>
    (
      await listJobRows(database, {
        projectIds,
        filter: toJobFilter(filter),
        limit: itemsMax + 1,
        after: null,
      })
    ).rows;
  const uncancelled = reasons.filter((reason) => reason !== "cancelled").join();
  const [review, failed, running, used] = await Promise.all([
    guardStore(() => database.pool.query<JobRow>(readyChanges, [projectIds])).then(({ rows }) => rows),
    newest({ status: "failed", reason: uncancelled }),
    newest({ status: "active" }),
    readLimits(database, projects),
  ]);
  const toItem = await createToItem(database, projects, [...review, ...failed, ...running]);
  const list = (rows: JobRow[]) => rows.slice(0, itemsMax).map(toItem);
  const isMore = (rows: JobRow[]) => rows.length > itemsMax;
  return {
    ...{ review: list(review), failed: list(failed), running: list(running) },
    more: { review: isMore(review), failed: isMore(failed), running: isMore(running) },
    limits: used,
  };
}

async function createToItem(database: Database, projects: VisibleProject[], rows: JobRow[]) {
  const found = await guardStore(() =>
    database.pool.query<{ id: string; lines: number; files: number }>(sizes, [rows.map(({ id }) => id)]),
  );
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  const toListed = await createToListed({ database }, projects, rows);
  return (row: JobRow): Inbox["review"][number] => {
    const { lines = null, files = null } = byId.get(row.id) ?? {};
    return { ...toListed(row), changedLines: lines, changedFiles: files };
  };
}

async function readLimits(database: Database, projects: VisibleProject[]): Promise<Inbox["limits"]> {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const { rows } = await guardStore(() =>
    database.pool.query<{ projectId: string; used: number; nextFreeAt: Date }>(limits, [[...names.keys()]]),
  );
  return rows.map(({ projectId, used, nextFreeAt }) => ({
    ...{ projectId, projectName: names.get(projectId) ?? "", limit: usesPerHour, used },
    nextFreeAt: nextFreeAt.toISOString(),
  }));
}
