import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ProjectSettings } from "../store/project-settings.ts";

export interface ProjectRow {
  id: string;
  organisation_id: string;
  name: string;
  repository: string;
  ref: string | null;
  host: string;
  host_url: string | null;
  /** Encrypted, as stored. */
  credentials: string | null;
  model: string | null;
  settings: ProjectSettings;
  next_pull_request: number;
  created_at: Date;
}

const byId = "select * from projects where id = $1";

export async function loadProject(
  { pool }: Pick<Database, "pool">,
  projectId: string,
): Promise<ProjectRow | undefined> {
  const { rows } = await guardStore(() => pool.query<ProjectRow>(byId, [projectId]));
  return rows[0];
}

/** Throws `project_not_found`. */
export async function requireProject(
  database: Pick<Database, "pool">,
  projectId: string,
): Promise<ProjectRow> {
  const row = await loadProject(database, projectId);
  if (row === undefined) throw new AppError("project_not_found", "There is no such project.");
  return row;
}
