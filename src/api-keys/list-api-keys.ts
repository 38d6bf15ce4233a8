import { AppError } from "../errors.ts";
import { listApiKeyRows } from "../store/api-keys/api-key-rows.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";

/** Every key of the project, oldest first, also expired and revoked ones. Throws `project_not_found`. */
export async function listApiKeys(
  { database }: { database: Database },
  projectId: string,
): Promise<ApiKeyRecord[]> {
  if ((await loadProject(database, projectId)) === undefined)
    throw new AppError("project_not_found", "There is no such project.");
  return (await listApiKeyRows(database, projectId)).map(toApiKeyRecord);
}
