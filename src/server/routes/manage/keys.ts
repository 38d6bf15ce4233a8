import type { FastifyInstance } from "fastify";
import { createApiKey } from "../../../api-keys/create-api-key.ts";
import { listApiKeys } from "../../../api-keys/list-api-keys.ts";
import { revokeApiKey } from "../../../api-keys/revoke-api-key.ts";
import { rotateApiKey } from "../../../api-keys/rotate-api-key.ts";
import { createManagementKey } from "../../../management-keys/create-management-key.ts";
import { listManagementKeys } from "../../../management-keys/list-management-keys.ts";
import { revokeManagementKey } from "../../../management-keys/revoke-management-key.ts";
import { rotateManagementKey } from "../../../management-keys/rotate-management-key.ts";
import { organisationsWith, type Principal, permissions } from "../../../people/permissions.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  createApiKeyOperation,
  createManagementKeyBody,
  createManagementKeyOperation,
  listApiKeysOperation,
  listManagementKeysOperation,
  revokeApiKeyOperation,
  revokeManagementKeyOperation,
  rotateApiKeyOperation,
  rotateManagementKeyOperation,
} from "./key-operations.ts";
import { organisationFor, permissionsIn } from "./organisation-for.ts";
import { registerManaged } from "./register-managed.ts";

export function registerManageKeys(app: FastifyInstance, deps: ServerDeps): void {
  const { database } = deps;
  registerManaged(app, deps, listApiKeysOperation, async ({ params }) => ({
    data: await listApiKeys({ database }, params.projectId!),
  }));
  registerManaged(app, deps, createApiKeyOperation, async ({ actor, params, body }) => {
    const { key, record } = await createApiKey({ database, actor }, params.projectId!, body);
    return { ...record, key };
  });
  registerManaged(app, deps, rotateApiKeyOperation, async ({ actor, params, body }) => {
    const { projectId = "", keyId = "" } = params;
    const { key, record, replaced } = await rotateApiKey({ database, actor }, projectId, keyId, body);
    return { ...record, key, replaced };
  });
  registerManaged(app, deps, revokeApiKeyOperation, ({ actor, params }) =>
    revokeApiKey({ database, actor }, params.projectId!, params.keyId!),
  );
}

/** Permissions that the principal may give a key: at most its own. */
const mayGive = (principal: Principal) => (organisationId: string) =>
  permissionsIn(principal, permissions, organisationId);

export function registerManagementKeys(app: FastifyInstance, deps: ServerDeps): void {
  const { database } = deps;
  registerManaged(app, deps, listManagementKeysOperation, async ({ principal }) => ({
    data: await listManagementKeys({ database }, organisationsWith(principal, "keys:read")),
  }));
  registerManaged(app, deps, createManagementKeyOperation, async ({ actor, principal, body }) => {
    const { organisationId: given, ...wanted } = parseInput(createManagementKeyBody, body);
    const organisationId = organisationFor(principal, "keys:write", given);
    const grant = { actor, organisationId, mayGive: mayGive(principal)(organisationId) };
    const { key, record } = await createManagementKey({ database }, grant, wanted);
    return { ...record, key };
  });
  registerManaged(app, deps, rotateManagementKeyOperation, async ({ actor, principal, params, body }) => {
    const address = { organisationIds: organisationsWith(principal, "keys:write"), keyId: params.keyId! };
    const rotation = { actor, mayGive: mayGive(principal) };
    const { key, record, replaced } = await rotateManagementKey({ database }, address, rotation, body);
    return { ...record, key, replaced };
  });
  registerManaged(app, deps, revokeManagementKeyOperation, ({ actor, principal, params }) =>
    revokeManagementKey(
      { database },
      { organisationIds: organisationsWith(principal, "keys:write"), keyId: params.keyId! },
      actor,
    ),
  );
}
