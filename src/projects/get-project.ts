import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

/** Throws `project_not_found`. */
export async function getProject(
  { database }: { database: Database },
  projectId: string,
): Promise<ProjectRecord> {
  const row = await loadProject(database, projectId);
  if (row === undefined) throw new AppError("project_not_found", "There is no such project.");
  return toProjectRecord(row);
}
