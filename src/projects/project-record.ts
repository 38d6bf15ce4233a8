import type { ProjectSettings } from "../store/project-settings.ts";
import type { ProjectRow } from "./project-row.ts";

/** Null means: for `ref` the repository's default branch, for `model` the service's default model. */
export interface ProjectRecord {
  id: string;
  name: string;
  repository: string;
  ref: string | null;
  host: string;
  /** Base URL of the host's API; null if it follows from the repository's URL. */
  hostUrl: string | null;
  /** True if credentials are stored. */
  connected: boolean;
  model: string | null;
  settings: ProjectSettings;
  organisationId: string;
  createdAt: string;
}

export function toProjectRecord(row: ProjectRow): ProjectRecord {
  return {
    id: row.id,
    name: row.name,
    repository: row.repository,
    ref: row.ref,
    host: row.host,
    hostUrl: row.host_url,
    connected: row.credentials !== null,
    model: row.model,
    settings: row.settings,
    organisationId: row.organisation_id,
    createdAt: row.created_at.toISOString(),
  };
}
