import type { ConnectionTest, ManagedProject, RepositoryPreview } from "../../../sdk/src/generated-types.ts";
import { api } from "./client.ts";

/** Facts about a repository, found before it is saved or now. */
export type RepositoryFacts = RepositoryPreview;
export type RepositoryProblem = RepositoryFacts["problems"][number];
export type RepositoryPermission = RepositoryFacts["permissions"][number];
export type { ManagedProject };

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

export const createProject = (
  input: RepositoryInput & { name: string; anyway?: boolean; organisationId?: string },
) => api.post<{ id?: string; project?: { id: string } }>("/v2/manage/projects", input);

export const changeProject = (projectId: string, change: unknown) =>
  api.patch<ManagedProject>(managedProjectPath(projectId), change);

export const putCredentials = (projectId: string, body: Record<string, unknown>) =>
  api.put(`${managedProjectPath(projectId)}/credentials`, body);

export const testConnection = (projectId: string) =>
  api.post<ConnectionTest>(`${managedProjectPath(projectId)}/test`);

export const githubAppLink = (projectId: string, body: { organization?: string }) =>
  api.post<{ url: string }>(`${managedProjectPath(projectId)}/github-app-link`, body);

export const removeProject = (projectId: string, confirm: string) =>
  api.delete(managedProjectPath(projectId), { confirm });
