/** Where a project's repository and pull requests are. */
export interface HostProject {
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
  /** Encrypted, as stored. */
  credentials: string | null;
}

/** SQL: the columns of `jobs` and `projects` for a `HostProject`. */
export const hostProjectColumns =
  'jobs.project_id as "projectId", jobs.repository, projects.host, projects.host_url as "hostUrl", projects.credentials';
