import { z } from "zod";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { type FoundJobs, type JobPlace, listJobRows } from "../store/jobs/list-job-rows.ts";
import { jobFilterShape, toJobFilter } from "./job-filter.ts";
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
    .describe("How many jobs a page has at most."),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, notACursor)
    .optional()
    .describe("nextCursor of the page before."),
};

export const listJobsInput = z.strictObject({ ...jobFilterShape, ...pageShape });

export interface JobPage {
  data: JobRecord[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

/** The project's jobs that pass the filter, newest first. Throws `invalid_request`. */
export async function listJobs(
  deps: { database: Database },
  projectId: string,
  input: unknown,
): Promise<JobPage> {
  const found = await findJobs(deps, [projectId], parseInput(listJobsInput, input));
  return { data: found.rows.map(toRecord), nextCursor: found.nextCursor };
}

/** A page of the jobs of several projects. Throws `invalid_request`. */
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
