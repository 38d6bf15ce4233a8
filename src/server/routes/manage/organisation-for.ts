import { AppError } from "../../../errors.ts";
import { organisationsWith, type Permission, type Principal } from "../../../people/permissions.ts";

/**
 * Returns the organisation in which something is created: the given one, or the only one in which the
 * principal may do so. Throws `organisation_not_found` for any other, and `invalid_request` if none is given
 * and there are several.
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

/** Returns the principal's permissions in the organisation. */
export function permissionsIn(
  principal: Principal,
  all: readonly Permission[],
  organisationId: string,
): Permission[] {
  return all.filter((permission) => organisationsWith(principal, permission).includes(organisationId));
}
