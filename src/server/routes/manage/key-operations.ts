import { z } from "zod";
import {
  apiKeySchema,
  createdApiKey,
  listedApiKey,
  rotatedApiKey,
} from "../../../api-keys/api-key-schema.ts";
import { createApiKeyInput } from "../../../api-keys/create-api-key.ts";
import { rotateApiKeyInput } from "../../../api-keys/rotate-api-key.ts";
import { createManagementKeyInput } from "../../../management-keys/create-management-key.ts";
import {
  createdManagementKey,
  managementKeySchema,
  rotatedManagementKey,
} from "../../../management-keys/management-key-schema.ts";
import { rotateManagementKeyInput } from "../../../management-keys/rotate-management-key.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import {
  bodyErrors,
  exampleAuthor,
  exampleOrganisationId,
  exampleProjectId,
  exampleTime,
  keyPath,
  onceErrors,
  onceHeaders,
  replayedHeader,
} from "./manage-parts.ts";

const times = {
  createdAt: exampleTime,
  expiresAt: "2027-02-19T09:30:00.000Z",
  lastUsedAt: null,
  revokedAt: null,
};

const exampleKey = {
  ...{ id: keyPath.keyId.example, projectId: exampleProjectId, name: "ci", scopes: ["read", "write"] },
  ...{ allowedIps: [], monthlyCap: {}, createdBy: exampleAuthor, ...times },
};

const json = (schema: z.ZodType, example: unknown) => ({ type: "application/json", schema, example });

const base = { tag: "Keys", scope: null } as const;
const ofProject = {
  ...base,
  path: "/v2/manage/projects/{projectId}/api-keys",
  pathParameters: projectPath,
} as const;
const one = { ...base, pathParameters: { ...projectPath, ...keyPath } } as const;
const onePath = "/v2/manage/projects/{projectId}/api-keys/{keyId}";

export const listApiKeysOperation: Operation = {
  ...{ ...ofProject, id: "listApiKeys", method: "get", permission: "keys:read" },
  summary: "List a project's API keys",
  description: "Every key, oldest first, also expired and revoked ones, with what each has used.",
  responses: {
    200: {
      description: "The keys.",
      content: json(z.object({ data: z.array(listedApiKey) }), {
        data: [
          { ...exampleKey, thisMonth: { tokens: 0, costUsd: 0, resetsAt: null }, uses: { jobs30d: 12 } },
        ],
      }),
    },
  },
  errors: [],
};

export const createApiKeyOperation: Operation = {
  ...{ ...ofProject, id: "createApiKey", method: "post", permission: "keys:write" },
  summary: "Create an API key",
  description:
    "The key is shown in this response and never again. At most 10 of a project in any 60 minutes.",
  requestHeaders: onceHeaders!,
  body: { schema: createApiKeyInput, example: { name: "ci", scopes: ["read", "write"], expiresInDays: 90 } },
  responses: {
    201: {
      description: "The key.",
      headers: replayedHeader,
      content: json(createdApiKey, { ...exampleKey, key: "cpd_k3Jx9QaZ_…" }),
    },
  },
  errors: [...onceErrors, "too_many_api_keys"],
};

export const rotateApiKeyOperation: Operation = {
  ...{ ...one, id: "rotateApiKey", method: "post", path: `${onePath}/rotate`, permission: "keys:write" },
  summary: "Rotate an API key",
  description:
    "Creates a successor with the same scopes, addresses and lifetime; the old key keeps working for the overlap.",
  requestHeaders: onceHeaders!,
  body: { schema: rotateApiKeyInput, example: { overlapHours: 24 } },
  responses: {
    201: {
      description: "The new key, and when the old one expires.",
      headers: replayedHeader,
      content: json(rotatedApiKey, { ...exampleKey, key: "cpd_k3Jx9QaZ_…", replaced: exampleKey }),
    },
  },
  errors: [...onceErrors, "api_key_not_found", "too_many_api_keys"],
};

export const revokeApiKeyOperation: Operation = {
  ...{ ...one, id: "revokeApiKey", method: "delete", path: onePath, permission: "keys:write" },
  summary: "Revoke an API key",
  description: "Within one second the key is refused everywhere. Revoking it again changes nothing.",
  responses: {
    200: {
      description: "The key, which is revoked.",
      content: json(apiKeySchema, { ...exampleKey, revokedAt: exampleTime }),
    },
  },
  errors: [...bodyErrors, "api_key_not_found"],
};

const exampleManagementKey = {
  ...{ id: keyPath.keyId.example, organisationId: exampleOrganisationId, name: "deploy" },
  ...{ permissions: ["projects:read", "keys:write"], allowedIps: [], createdBy: exampleAuthor, ...times },
};

export const createManagementKeyBody = createManagementKeyInput.extend({
  organisationId: z.string().min(1).max(64).optional(),
});

const managementKeys = { ...base, path: "/v2/manage/management-keys" } as const;

export const listManagementKeysOperation: Operation = {
  ...{ ...managementKeys, id: "listManagementKeys", method: "get", permission: "keys:read" },
  summary: "List management keys",
  description: "Those of your organisations, oldest first, also expired and revoked ones.",
  responses: {
    200: {
      description: "The keys.",
      content: json(z.object({ data: z.array(managementKeySchema) }), { data: [exampleManagementKey] }),
    },
  },
  errors: [],
};

export const createManagementKeyOperation: Operation = {
  ...{ ...managementKeys, id: "createManagementKey", method: "post", permission: "keys:write" },
  summary: "Create a management key",
  description:
    "It can have only permissions that you have yourself in the organisation. The key is shown in this response and never again.",
  requestHeaders: onceHeaders!,
  body: {
    schema: createManagementKeyBody,
    example: { name: "deploy", permissions: ["projects:read", "keys:write"], expiresInDays: 90 },
  },
  responses: {
    201: {
      description: "The key.",
      headers: replayedHeader,
      content: json(createdManagementKey, { ...exampleManagementKey, key: "cpm_k3Jx9QaZ_…" }),
    },
  },
  errors: [...onceErrors, "organisation_not_found"],
};

const oneManagementKey = { ...base, pathParameters: keyPath } as const;
const managementKeyPath = "/v2/manage/management-keys/{keyId}";

export const rotateManagementKeyOperation: Operation = {
  ...{ ...oneManagementKey, id: "rotateManagementKey", method: "post", permission: "keys:write" },
  path: `${managementKeyPath}/rotate`,
  summary: "Rotate a management key",
  description:
    "Creates a successor with the same permissions, addresses and lifetime; the old key keeps working for the overlap.",
  requestHeaders: onceHeaders!,
  body: { schema: rotateManagementKeyInput, example: { overlapHours: 24 } },
  responses: {
    201: {
      description: "The new key, and when the old one expires.",
      headers: replayedHeader,
      content: json(rotatedManagementKey, {
        ...{ ...exampleManagementKey, key: "cpm_k3Jx9QaZ_…", replaced: exampleManagementKey },
      }),
    },
  },
  errors: [...onceErrors, "management_key_not_found"],
};

export const revokeManagementKeyOperation: Operation = {
  ...{
    ...oneManagementKey,
    id: "revokeManagementKey",
    method: "delete",
    path: managementKeyPath,
    permission: "keys:write",
  },
  summary: "Revoke a management key",
  description: "Within one second the key is refused everywhere. Revoking it again changes nothing.",
  responses: {
    200: {
      description: "The key, which is revoked.",
      content: json(managementKeySchema, { ...exampleManagementKey, revokedAt: exampleTime }),
    },
  },
  errors: [...bodyErrors, "management_key_not_found"],
};
