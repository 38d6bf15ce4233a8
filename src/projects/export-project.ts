import { maskSecrets } from "../audit/mask-secrets.ts";
import { type JobRow, jobRowColumns } from "../jobs/job-row.ts";
import { type ListedEvent, toEventRecord } from "../jobs/list-job-events.ts";
import { type LoggedRow, loggedColumns, toLoggedEvent } from "../jobs/read-event.ts";
import { toRecord } from "../jobs/to-record.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { version } from "../version.ts";
import { getProject } from "./get-project.ts";
import type { ProjectRecord } from "./project-record.ts";

export const exportFormat = "copydesk-project";
/** Importers refuse a higher version. New fields do not change the version. */
export const exportFormatVersion = 1;

const jobsOfPage = 100;
const eventsOfPage = 500;

interface ExportDeps {
  database: Database;
}

type ExportedJob = JobRow & { prompt: string; patch: string | null; event_seq: number };

const exportMoment = `select statement_timestamp() as at, statement_timestamp()::text as "until"`;

// Times are selected as text: a Date has no microseconds, so that a page could start with the last row of the
// previous one.
const nextJobs = `
  select id, created_at::text as "createdAt" from jobs
  where project_id = $1 and (created_at, id) > ($2::timestamptz, $3) and created_at <= $4::timestamptz
  order by created_at, id limit ${jobsOfPage}`;

const oneJob = `
  select ${jobRowColumns.join(", ")}, prompt, patch, event_seq from jobs where project_id = $1 and id = $2`;

const nextEvents = `
  select ${loggedColumns}, author from job_events where job_id = $1 and seq > $2 and seq <= $3
  order by seq limit ${eventsOfPage}`;

/** Pull requests kept by Copydesk itself; a code host keeps its own. */
const pullRequestsOfJob = `
  select number, state, draft, branch, base_ref as "baseRef", base_commit as "baseCommit", head_commit as "headCommit",
    title, body, patch as diff, checks, comments, approvals, merge_commit as "mergeCommit", merged_at as "mergedAt",
    merged_by as "mergedBy", compare_url as "compareUrl", created_at as "createdAt", updated_at as "updatedAt"
  from pull_requests where project_id = $1 and job_id = $2 order by number`;

/**
 * Yields the project and its current jobs, oldest first, each as a JSON document without line end. Keeps one
 * job in memory at a time. An export is complete only with its last line, which has the number of jobs.
 * Throws `project_not_found` before the first line.
 */
export async function exportProject(deps: ExportDeps, projectId: string): Promise<AsyncGenerator<string>> {
  return eachLine(deps, await getProject(deps, projectId));
}

async function* eachLine(deps: ExportDeps, project: ProjectRecord): AsyncGenerator<string> {
  const [moment] = await select<{ at: Date; until: string }>(deps, exportMoment, []);
  const head = { format: exportFormat, formatVersion: exportFormatVersion, version, exportedAt: moment!.at };
  yield JSON.stringify({ kind: "export", ...head });
  yield JSON.stringify({ kind: "project", project: maskSecrets(project) });
  let jobs = 0;
  for await (const jobId of eachJobId(deps, project.id, moment!.until)) {
    const line = await writeJob(deps, { projectId: project.id, jobId });
    if (line === null) continue;
    jobs += 1;
    yield line;
  }
  yield JSON.stringify({ kind: "end", jobs });
}

/** Leaves out jobs created meanwhile: otherwise the export of a busy project would not end. */
async function* eachJobId(deps: ExportDeps, projectId: string, until: string): AsyncGenerator<string> {
  for (let last = { id: "", createdAt: "-infinity" }; ; ) {
    const values = [projectId, last.createdAt, last.id, until];
    const found = await select<typeof last>(deps, nextJobs, values);
    for (const { id } of found) yield id;
    if (found.length < jobsOfPage) return;
    last = found.at(-1)!;
  }
}

/** Returns null if the job was removed meanwhile. */
async function writeJob(
  deps: ExportDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<string | null> {
  const [row] = await select<ExportedJob>(deps, oneJob, [projectId, jobId]);
  if (row === undefined) return null;
  const events = [];
  for await (const event of eachEvent(deps, row)) events.push(event);
  return JSON.stringify({
    kind: "job",
    job: toRecord(row),
    prompt: row.prompt,
    events,
    diff: row.patch,
    pullRequests: await select(deps, pullRequestsOfJob, [projectId, jobId]),
    transcriptExpiredAt: row.transcript_expired_at,
  });
}

/** Yields events up to the state of the job's record, because an active job goes on meanwhile. */
async function* eachEvent(deps: ExportDeps, { id, event_seq }: ExportedJob) {
  for (let after = 0; ; ) {
    const found = await select<LoggedRow & Pick<ListedEvent, "author">>(deps, nextEvents, [
      id,
      after,
      event_seq,
    ]);
    for (const row of found) yield toEventRecord({ ...toLoggedEvent(row), author: row.author });
    if (found.length < eventsOfPage) return;
    after = found.at(-1)!.seq;
  }
}

function select<Row extends object>(
  { database }: ExportDeps,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return guardStore(async () => (await database.pool.query<Row>(text, values)).rows);
}
