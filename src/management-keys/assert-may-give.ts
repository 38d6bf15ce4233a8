import { AppError } from "../errors.ts";
import type { Permission } from "../people/permissions.ts";

/**
 * Throws `insufficient_permission` if a key would have permissions that its creator lacks. Null: no
 * restriction.
 */
export function assertMayGive(mayGive: readonly Permission[] | null, wanted: readonly Permission[]): void {
  if (mayGive === null) return;
  const lacking = wanted.filter((permission) => !mayGive.includes(permission));
  if (lacking.length === 0) return;
  throw new AppError(
    "insufficient_permission",
    `A key can have only permissions that you have yourself. You lack: ${lacking.join(", ")}.`,
  );
}
