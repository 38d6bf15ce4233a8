import { z } from "zod";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import type { JobRow } from "../store/jobs/job-row.ts";
import { type JobPlace, listJobRows } from "../store/jobs/list-job-rows.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";

const notACursor = "must be the nextCursor of an earlier page";

export const listJobsInput = z.strictObject({
  status: z.enum(["active", "completed", "archived", "failed"]).optional(),
  limit: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(100, "must be at most 100")
    .default(20),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, notACursor)
    .optional(),
});

export interface JobPage {
  data: JobRecord[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

/** The project's jobs, newest first. Throws `invalid_request`. */
export async function listJobs(
  { database }: { database: Database },
  projectId: string,
  input: unknown,
): Promise<JobPage> {
  const { status, limit, cursor } = parseInput(listJobsInput, input);
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await listJobRows(database, { projectId, status, limit: limit + 1, after });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(toRecord),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : null,
  };
}

const cursorPlace = z.tuple([z.iso.datetime({ precision: 3 }), z.string().regex(/^job_[0-9A-Za-z]{22}$/)]);

function toCursor(row: JobRow): string {
  return Buffer.from(JSON.stringify([row.created_at.toISOString(), row.id])).toString("base64url");
}

function parseCursor(cursor: string): JobPlace {
  try {
    const [createdAt, id] = cursorPlace.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt: new Date(createdAt), id };
  } catch {
    throw invalidRequest([{ path: "cursor", message: notACursor }]);
  }
}
