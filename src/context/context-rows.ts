import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ContextRepositoryRecord } from "./context-schema.ts";

export interface ContextRow {
  id: string;
  project_id: string;
  name: string;
  repository: string;
  ref: string | null;
  include: string[];
  host: string;
  host_url: string | null;
  /** Encrypted. */
  credentials: string | null;
  created_at: Date;
}

export interface ContextAddress {
  projectId: string;
  contextId: string;
}

/** Lists the project's context repositories, oldest first. */
export async function listContextRows(
  { pool }: Pick<Database, "pool">,
  projectId: string,
): Promise<ContextRow[]> {
  const all = "select * from context_repositories where project_id = $1 order by created_at, id";
  return (await guardStore(() => pool.query<ContextRow>(all, [projectId]))).rows;
}

/** Throws `context_not_found`. */
export async function loadContextRow(
  { pool }: Pick<Database, "pool">,
  { projectId, contextId }: ContextAddress,
): Promise<ContextRow> {
  const one = "select * from context_repositories where project_id = $1 and id = $2";
  const { rows } = await guardStore(() => pool.query<ContextRow>(one, [projectId, contextId]));
  if (rows[0] === undefined) throw contextMissing(contextId);
  return rows[0];
}

export function contextMissing(contextId: string): AppError {
  return new AppError("context_not_found", `The project has no context repository ${contextId}.`);
}

export function toContextRecord(row: ContextRow): ContextRepositoryRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    repository: row.repository,
    ref: row.ref,
    include: row.include,
    host: row.host,
    hostUrl: row.host_url,
    connected: row.credentials !== null,
    createdAt: row.created_at.toISOString(),
  };
}
