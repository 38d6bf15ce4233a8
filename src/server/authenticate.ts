import type { FastifyRequest } from "fastify";
import type { ApiKeyScope } from "../api-keys/api-key-record.ts";
import { authenticateApiKey, type UsedKey } from "../api-keys/authenticate-api-key.ts";
import type { Keyring } from "../api-keys/keyring.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key that the request was allowed with. */
    apiKey?: UsedKey;
  }
}

/** A hook for routes with `:projectId`; it runs before the body is read. Throws as `authenticateApiKey`. */
export function authenticate(deps: { keyring: Keyring }, scope: ApiKeyScope) {
  return async (request: FastifyRequest): Promise<void> => {
    const { projectId } = request.params as { projectId: string };
    const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
    request.apiKey = await authenticateApiKey(deps, { key, projectId, scope, ip: request.ip });
  };
}
