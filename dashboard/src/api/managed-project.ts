import { api } from "./client.ts";

/** A project as its own pages need it; credentials are never among it. */
export interface ManagedProject {
  id: string;
  name: string;
  repository: string;
  ref: string | null;
  host: string;
  hostUrl: string | null;
  connected: boolean;
  model: string | null;
  settings: Record<string, unknown>;
  createdAt: string;
}

export interface RepositoryProblem {
  code: string;
  message: string;
  /** Where what is missing can be got. */
  url: string | null;
}

export interface RepositoryPermission {
  name: string;
  /** Null: the host does not tell. */
  ok: boolean | null;
  message: string;
  url: string | null;
}

/** What was found out about a repository, before it is saved or now. */
export interface RepositoryFacts {
  repository: string;
  host: string;
  hostUrl: string | null;
  defaultBranch: string | null;
  generator: string | null;
  pages: number | null;
  problems: RepositoryProblem[];
  permissions: RepositoryPermission[];
}

export interface RepositoryInput {
  repository: string;
  host?: string;
  hostUrl?: string;
  credentials?: Record<string, unknown>;
  ref?: string;
}

export const managedProjectPath = (projectId: string) => `/v2/manage/projects/${projectId}`;

export const previewRepository = (input: RepositoryInput) =>
  api.post<RepositoryFacts>("/v2/manage/repository-preview", input);

export const createProject = (input: RepositoryInput & { name: string; anyway?: boolean }) =>
  api.post<{ id?: string; project?: { id: string } }>("/v2/manage/projects", input);

export const changeProject = (projectId: string, change: unknown) =>
  api.patch<ManagedProject>(managedProjectPath(projectId), change);

export const putCredentials = (projectId: string, body: Record<string, unknown>) =>
  api.put(`${managedProjectPath(projectId)}/credentials`, body);

export const testConnection = (projectId: string) =>
  api.post<RepositoryFacts & { checkedAt: string }>(`${managedProjectPath(projectId)}/test`);

export const githubAppLink = (projectId: string, body: { organization?: string }) =>
  api.post<{ url: string }>(`${managedProjectPath(projectId)}/github-app-link`, body);

export const removeProject = (projectId: string, confirm: string) =>
  api.delete(managedProjectPath(projectId), { confirm });
