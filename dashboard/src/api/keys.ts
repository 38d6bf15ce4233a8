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

/** The only appearance of the key itself. */
export interface NewKeyResponse {
  key: string;
}

/** Of a project's keys; null: of the management keys. */
export const keysPath = (projectId: string | null) =>
  projectId === null ? "/v2/manage/management-keys" : `/v2/manage/projects/${projectId}/api-keys`;

/** The operations on one kind of key, so that what shows both needs no cases. */
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
