import { z } from "zod";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type JobFilter, jobFilterShape, toJobFilter } from "./job-filter.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";

const notACursor = "must be the nextCursor of an earlier page";

export const pageShape = {
  limit: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(100, "must be at most 100")
    .default(20)
    .describe("Maximum number of jobs on a page."),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, notACursor)
    .optional()
    .describe("nextCursor of the page before."),
};

export const listJobsInput = z.strictObject({ ...jobFilterShape, ...pageShape });

export interface JobPage {
  data: JobRecord[];
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null;
}

/** Returns the project's jobs that pass the filter, newest first. Throws `invalid_request`. */
export async function listJobs(
  deps: { database: Database },
  projectId: string,
  input: unknown,
): Promise<JobPage> {
  const found = await findJobs(deps, [projectId], parseInput(listJobsInput, input));
  return { data: found.rows.map(toRecord), nextCursor: found.nextCursor };
}

/** Returns a page of the jobs of several projects. Throws `invalid_request`. */
export async function findJobs(
  { database }: { database: Database },
  projectIds: readonly string[],
  { limit, cursor, ...filter }: z.output<typeof listJobsInput>,
): Promise<{ rows: FoundJobs["rows"]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const asked = { projectIds, filter: toJobFilter(filter), limit, after };
  const { rows, next } = await listJobRows(database, asked);
  return { rows, nextCursor: next === null ? null : toCursor(next) };
}

const cursorPlace = z.tuple([z.iso.datetime({ precision: 3 }), z.string().regex(/^job_[0-9A-Za-z]{22}$/)]);

function toCursor({ createdAt, id }: JobPlace): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString("base64url");
}

function parseCursor(cursor: string): JobPlace {
  try {
    const [createdAt, id] = cursorPlace.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt: new Date(createdAt), id };
  } catch {
    throw invalidRequest([{ path: "cursor", message: notACursor }]);
  }
}

interface JobPlace {
  createdAt: Date;
  id: string;
}

interface AskedJobs {
  projectIds: readonly string[];
  filter: JobFilter;
  limit: number;
  after: JobPlace | null;
}

interface FoundJobs {
  rows: JobRow[];
  /** Start of the next page; null if this was the last one. */
  next: JobPlace | null;
}

/** How many jobs one page looks at: rare matches are spread over several pages. */
export const seenJobsMax = 10_000;

/**
 * Returns the newest jobs that pass the filter, after the given place. A page looks at `seenJobsMax` jobs
 * at most, newest first, so that no filter makes a request slow: it may have fewer jobs than asked for, or
 * none, and still a next page.
 */
export async function listJobRows(
  { pool }: Pick<Database, "pool">,
  { projectIds, filter, limit, after }: AskedJobs,
): Promise<FoundJobs> {
  if (projectIds.length === 0) return { rows: [], next: null };
  const query = writeQuery(projectIds, filter, after);
  return await guardStore(async () => {
    const { rows } = await pool.query<JobRow>(query.page(limit + 1), query.values);
    const last = rows[limit - 1];
    if (rows.length > limit && last !== undefined)
      return { rows: rows.slice(0, limit), next: { createdAt: last.created_at, id: last.id } };
    if (!query.isFiltered) return { rows, next: null };
    const { rows: unseen } = await pool.query<JobPlace>(query.lastSeen, query.seenValues);
    return { rows, next: unseen[0] ?? null };
  });
}

const columns = jobRowColumns.map((column) => `jobs.${column}`).join(", ");
const newestFirst = "order by created_at desc, id desc";

function writeQuery(projectIds: readonly string[], filter: JobFilter, after: JobPlace | null) {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const range = [
    ...(after === null
      ? []
      : [`(created_at, id) < (${given(after.createdAt)}::timestamptz, ${given(after.id)})`]),
    ...(filter.from === null ? [] : [`created_at >= ${given(filter.from)}::timestamptz`]),
    ...(filter.before === null ? [] : [`created_at < ${given(filter.before)}::timestamptz`]),
  ];
  // Each part is read from an index in the page's order, and only as far as the page needs.
  const parts = [...new Set(projectIds)].flatMap((projectId) => {
    const ofProject = `project_id = ${given(projectId)}`;
    const each = filter.statuses.length === 0 ? [null] : filter.statuses;
    return each.map((status) =>
      [ofProject, ...(status === null ? [] : [`status = ${given(status)}`]), ...range].join(" and "),
    );
  });
  // Each part repeats the limit: only then does the planner read it in order, and stop.
  const seenOf = (what: string, most: number, limit = `limit ${most}`) => {
    const each = parts.map((part) => `(select ${what} from jobs where ${part} ${newestFirst} limit ${most})`);
    return `select * from (${each.join(" union all ")}) as jobs ${newestFirst} ${limit}`;
  };
  const seenValues = [...values];
  const conditions = writeConditions(filter, given);
  const isFiltered = conditions.length > 0;
  const needed = [...new Set([...jobRowColumns, ...filteredColumns])].join(", ");
  return {
    values,
    seenValues,
    isFiltered,
    page: (limit: number) =>
      isFiltered
        ? `select ${columns} from (${seenOf(needed, seenJobsMax)}) as jobs where ${conditions.join(" and ")} ${newestFirst} limit ${limit}`
        : seenOf(jobRowColumns.join(", "), limit),
    lastSeen: `select created_at as "createdAt", id from (${seenOf("created_at, id", seenJobsMax, `offset ${seenJobsMax - 1} limit 1`)}) as jobs`,
  };
}

const filteredColumns = ["base_ref", "prompt"] as const;

/** Conditions that no index covers, slowest last. */
function writeConditions(filter: JobFilter, given: (value: unknown) => string): string[] {
  const { reasons, model, ref, author, metadata, label, topic, words, pullRequest } = filter;
  const conditions: string[] = [];
  if (reasons.length > 0) conditions.push(`reason = any (${given(reasons)}::text[])`);
  if (model !== null) conditions.push(`model = ${given(model)}`);
  if (ref !== null) conditions.push(`${given(ref)}::text in (base_ref, branch)`);
  if (author !== null)
    conditions.push(
      `${given(author)}::text in (created_by ->> 'id', created_by ->> 'name', created_by ->> 'kind')`,
    );
  if (pullRequest === "none") conditions.push("pull_request is null");
  else if (pullRequest !== null) conditions.push(`pull_request ->> 'state' = ${given(pullRequest)}`);
  if (label !== null) conditions.push(`${given(label)} = any (labels)`);
  if (topic !== null) conditions.push(`topic = ${given(topic)}`);
  if (Object.keys(metadata).length > 0)
    conditions.push(`metadata @> ${given(JSON.stringify(metadata))}::jsonb`);
  for (const word of words) {
    const pattern = given(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
    conditions.push(`(coalesce(title, chosen_title) ilike ${pattern} or prompt ilike ${pattern})`);
  }
  return conditions;
}
