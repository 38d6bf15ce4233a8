import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

/** Data that is deleted with a project. */
export interface ProjectData {
  jobs: number;
  activeJobs: number;
  apiKeys: number;
  webhooks: number;
}

const count = `
  select (select count(*) from jobs where project_id = $1)::integer as jobs,
    (select count(*) from jobs where project_id = $1 and status = 'active')::integer as "activeJobs",
    (select count(*) from api_keys where project_id = $1)::integer as "apiKeys",
    (select count(*) from webhooks where project_id = $1)::integer as webhooks`;

export function countProjectData({ pool }: Pick<Database, "pool">, projectId: string): Promise<ProjectData> {
  return guardStore(async () => (await pool.query<ProjectData>(count, [projectId])).rows[0]!);
}
