import type { Database } from "../store/database.ts";
import { listProjectRows } from "../store/projects/load-projects.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

/** Every project, newest first. */
export async function listProjects({ database }: { database: Database }): Promise<ProjectRecord[]> {
  return (await listProjectRows(database)).map(toProjectRecord);
}
