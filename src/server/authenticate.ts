import type { FastifyRequest } from "fastify";
import type { ApiKeyScope } from "../api-keys/api-key-record.ts";
import { authenticateApiKey, type UsedKey } from "../api-keys/authenticate-api-key.ts";
import type { Keyring } from "../api-keys/keyring.ts";
import { AppError } from "../errors.ts";
import type { Permission, Principal, PrincipalKind } from "../people/permissions.ts";
import { type RefuseDeps, refuseByPermission } from "../people/refuse-by-permission.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever the request was allowed for. */
    principal?: Principal;
    /** The API key that it was allowed with, if it was one. */
    apiKey?: UsedKey;
  }
}

/** Who may call an operation. */
export interface Access {
  /** Of API keys; null: they may not call it. */
  scope: ApiKeyScope | null;
  /** Of sessions and management keys. */
  permission?: Permission;
  /** A share link of this very job may read it. */
  share?: true;
  /** Who may call an operation that needs no permission: it concerns the caller alone. */
  callers?: readonly PrincipalKind[];
}

type ManagementKey = Extract<Principal, { kind: "management_key" }>;

export interface AuthenticateDeps extends RefuseDeps {
  keyring: Keyring;
  /** Throws `invalid_api_key`, `api_key_expired`, `ip_not_allowed`. No such key is known when not given. */
  authenticateManagementKey?: (key: string, ip: string) => Promise<ManagementKey>;
}

/** A hook for routes that need credentials; it runs before the body is read. For API keys it throws as `authenticateApiKey`. */
export function authenticate(deps: AuthenticateDeps, access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
    await authenticateBearer(deps, request, access, key);
  };
}

async function authenticateBearer(
  deps: AuthenticateDeps,
  request: FastifyRequest,
  access: Access,
  key: string | null,
): Promise<void> {
  const address = request.params as { projectId?: string; jobId?: string };
  if (key?.startsWith("cpm_") && deps.authenticateManagementKey !== undefined) {
    const principal = await deps.authenticateManagementKey(key, request.ip);
    await refuseByPermission(deps, principal, access, address);
    request.principal = principal;
    return;
  }
  const projectId = access.scope === null ? null : (address.projectId ?? null);
  const used = await authenticateApiKey(deps, { key, projectId, scope: access.scope, ip: request.ip });
  if (access.scope === null && !access.callers?.includes("api_key"))
    throw new AppError(
      "insufficient_permission",
      "API keys are for jobs. Sign in, or use a management key (cpm_…).",
    );
  const { id, name } = used;
  request.apiKey = used;
  request.principal = { kind: "api_key", id, name, projectId: used.projectId, scopes: used.scopes };
}
