/** Where a project's repository and pull requests are. */
export interface HostProject {
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
  /** Encrypted, as they are stored. */
  credentials: string | null;
}

/** Of `jobs` and `projects`, for a `HostProject`. */
export const hostProjectColumns =
  'jobs.project_id as "projectId", jobs.repository, projects.host, projects.host_url as "hostUrl", projects.credentials';
