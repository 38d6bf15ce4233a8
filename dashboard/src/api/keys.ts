import { api } from "./client.ts";

export interface KeyAuthor {
  kind: string;
  id: string | null;
  name: string | null;
}

interface KeyBase {
  id: string;
  name: string;
  allowedIps: string[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  createdBy: KeyAuthor | null;
}

export interface ApiKey extends KeyBase {
  scopes: string[];
  monthlyCap: { maxTokens?: number; maxCostUsd?: number };
  uses: { jobs30d: number };
}

export interface ManagementKey extends KeyBase {
  permissions: string[];
}

/** The only response with the key itself. */
export interface NewKeyResponse {
  key: string;
}

/** For a project's keys, or for the management keys if null. */
export const keysPath = (projectId: string | null) =>
  projectId === null ? "/v2/manage/management-keys" : `/v2/manage/projects/${projectId}/api-keys`;

/** Operations on one kind of key, so that views of both kinds need no special cases. */
export interface KeyOperations {
  path: string;
  create(body: unknown): Promise<NewKeyResponse>;
  rotate(keyId: string, overlapHours: number): Promise<NewKeyResponse>;
  revoke(keyId: string): Promise<unknown>;
}

export function keyOperations(projectId: string | null): KeyOperations {
  const path = keysPath(projectId);
  return {
    path,
    create: (body) => api.post(path, body),
    rotate: (keyId, overlapHours) => api.post(`${path}/${keyId}/rotate`, { overlapHours }),
    revoke: (keyId) => api.delete(`${path}/${keyId}`),
  };
}
