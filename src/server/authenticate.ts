import type { FastifyRequest } from "fastify";
import type { ApiKeyScope } from "../api-keys/api-key-record.ts";
import { authenticateApiKey, type UsedKey } from "../api-keys/authenticate-api-key.ts";
import type { Keyring } from "../api-keys/keyring.ts";
import { AppError } from "../errors.ts";
import type { Permission, Principal, PrincipalKind } from "../people/permissions.ts";
import { type RefuseDeps, refuseByPermission } from "../people/refuse-by-permission.ts";
import { findSession } from "../people/sessions/find-session.ts";
import {
  type CookieSettings,
  readCookie,
  readSessionToken,
  sessionCookieName,
  shareCookieName,
} from "../people/sessions/session-cookie.ts";
import { findShareLink } from "../people/share-links/find-share-link.ts";
import { refuseCrossSite } from "./http/refuse-cross-site.ts";
import { type InnerCallers, innerKeyPrefix } from "./inner-callers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Caller that the request was authenticated as. */
    principal?: Principal;
    /** The API key that the request was authenticated with, if any. */
    apiKey?: UsedKey;
  }
}

/** Who may call an operation. */
export interface Access {
  /** Scope that an API key needs; null if API keys may not call the operation. */
  scope: ApiKeyScope | null;
  /** Permission that a session or management key needs. */
  permission?: Permission;
  /** A share link of this very job may read it. */
  share?: true;
  /** Kinds of callers of an operation that needs no permission because it concerns only the caller. */
  callers?: readonly PrincipalKind[];
}

type ManagementKey = Extract<Principal, { kind: "management_key" }>;

export interface AuthenticateDeps extends RefuseDeps {
  keyring: Keyring;
  signIn: CookieSettings;
  /** No internal callers if omitted. */
  innerCallers?: InnerCallers;
  /**
   * Throws `invalid_api_key`, `api_key_expired`, `ip_not_allowed`. If omitted, no management key is known.
   */
  authenticateManagementKey?: (key: string, ip: string) => Promise<ManagementKey>;
}

/**
 * Returns a hook for routes that need credentials; it runs before the body is read. An `Authorization` header
 * takes precedence over cookies, and a session over a share link. For API keys it throws the errors of
 * `authenticateApiKey`.
 */
export function authenticate(deps: AuthenticateDeps, access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    const { authorization, cookie } = request.headers;
    const byCookie = authorization === undefined ? await findByCookie(deps, cookie) : null;
    if (byCookie === null) return await authenticateBearer(deps, request, access);
    refuseCrossSite(request, deps.signIn.publicUrl, true);
    await refuseByPermission(deps, byCookie, access, request.params as Address);
    request.principal = byCookie;
  };
}

interface Address {
  projectId?: string;
  jobId?: string;
}

/**
 * Returns the caller that the request's cookies identify, without checking permissions; null if there is
 * none.
 */
export async function findByCookie(
  { database, signIn }: Pick<AuthenticateDeps, "database" | "signIn">,
  header: string | undefined,
): Promise<Principal | null> {
  if (header === undefined) return null;
  const token = readSessionToken(signIn, header);
  const user = token === null ? null : await findSession(database, { token });
  if (user !== null) return user;
  const shared = readCookie(header, shareCookieName(signIn));
  return shared === null ? null : await findShareLink(database, { token: shared });
}

export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

function noBearer({ scope }: Access): string {
  const [kind, prefix] = scope === null ? ["a management key", "cpm_"] : ["an API key", "cpd_"];
  return `The Authorization header must be the word Bearer and ${kind}: Authorization: Bearer ${prefix}…`;
}

async function authenticateBearer(
  deps: AuthenticateDeps,
  request: FastifyRequest,
  access: Access,
): Promise<void> {
  const address = request.params as Address;
  const { authorization, cookie } = request.headers;
  const hadSession = readCookie(cookie, sessionCookieName(deps.signIn)) !== null;
  if (authorization === undefined && (access.scope === null || hadSession))
    throw new AppError("not_signed_in", "Sign in, or send a management key: Authorization: Bearer cpm_…");
  const key = bearerOf(authorization);
  if (authorization !== undefined && key === null) throw new AppError("invalid_api_key", noBearer(access));
  if (key?.startsWith("cpm_") && deps.authenticateManagementKey !== undefined) {
    const principal = await deps.authenticateManagementKey(key, request.ip);
    await refuseByPermission(deps, principal, access, address);
    request.principal = principal;
    return;
  }
  const inner = key?.startsWith(innerKeyPrefix) ? deps.innerCallers?.find(key) : undefined;
  if (inner) {
    await refuseByPermission(deps, inner, access, address);
    request.principal = inner;
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
