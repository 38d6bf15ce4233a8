import { isAppError } from "../errors.ts";
import type { ManagementKeyring } from "../management-keys/authenticate-management-key.ts";
import type { Principal } from "../people/permissions.ts";
import { type RefuseDeps, refuseByPermission } from "../people/refuse-by-permission.ts";
import { findSession } from "../people/sessions/find-session.ts";
import { findShareLink } from "../people/share-links/find-share-link.ts";

export interface StillAllowedDeps extends RefuseDeps {
  managementKeyring: ManagementKeyring;
}

/** Whether the caller who opened a stream may still read the job. Throws `unavailable`. */
export async function isStillAllowed(
  deps: StillAllowedDeps,
  principal: Principal,
  address: { projectId: string; jobId: string },
): Promise<boolean> {
  const now = await findAgain(deps, principal);
  if (now === null) return false;
  try {
    await refuseByPermission(deps, now, { permission: "jobs:read", share: true }, address);
    return true;
  } catch (error) {
    if (isAppError(error, "unavailable") || !isAppError(error)) throw error;
    return false;
  }
}

async function findAgain(
  { database, managementKeyring }: StillAllowedDeps,
  principal: Principal,
): Promise<Principal | null> {
  if (principal.kind === "user") return await findSession(database, { id: principal.sessionId });
  if (principal.kind === "share_link") return await findShareLink(database, { id: principal.id });
  const key = await managementKeyring.find(principal.id);
  const isGone =
    key === undefined || key.revoked_at !== null || (key.expires_at?.getTime() ?? Infinity) <= Date.now();
  return isGone ? null : principal;
}
