import type { JobStatus } from "../../jobs/record.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

export interface JobPlace {
  createdAt: Date;
  id: string;
}

/** The project's newest jobs, at most `limit`, from after the given place. */
export function listJobRows(
  { db }: Pick<Database, "db">,
  filter: { projectId: string; status?: JobStatus | undefined; limit: number; after: JobPlace | null },
): Promise<JobRow[]> {
  let query = db
    .selectFrom("jobs")
    .select([...jobRowColumns])
    .where("project_id", "=", filter.projectId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit);
  const { status, after } = filter;
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== null)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(after.createdAt, after.id)),
    );
  return guardStore(() => query.execute());
}
