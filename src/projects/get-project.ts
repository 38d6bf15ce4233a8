import type { Database } from "../store/database.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";
import { requireProject } from "./project-row.ts";

/** Throws `project_not_found`. */
export async function getProject(
  { database }: { database: Database },
  projectId: string,
): Promise<ProjectRecord> {
  return toProjectRecord(await requireProject(database, projectId));
}
