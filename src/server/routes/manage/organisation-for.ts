import { AppError } from "../../../errors.ts";
import { organisationsWith, type Permission, type Principal } from "../../../people/permissions.ts";

/**
 * The organisation in which something is made: the given one, or the only one in which the principal may do
 * it. Throws `organisation_not_found` for another one, and `invalid_request` when none is given among
 * several.
 */
export function organisationFor(
  principal: Principal,
  permission: Permission,
  given: string | undefined,
): string {
  const possible = organisationsWith(principal, permission);
  if (given !== undefined && possible.includes(given)) return given;
  if (given !== undefined)
    throw new AppError("organisation_not_found", "You cannot do this in that organisation.");
  if (possible.length === 1) return possible[0]!;
  throw new AppError("invalid_request", "Name the organisation with organisationId.", {
    details: {
      errors: [{ path: "organisationId", message: "is required if you belong to several organisations" }],
    },
  });
}

/** What the principal may do in the organisation. */
export function permissionsIn(
  principal: Principal,
  all: readonly Permission[],
  organisationId: string,
): Permission[] {
  return all.filter((permission) => organisationsWith(principal, permission).includes(organisationId));
}
