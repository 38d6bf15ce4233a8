import { AppError } from "../errors.ts";

/**
 * A name as one segment of a request's path. Throws `invalid_request` for one that would name another path.
 */
export function pathSegment(name: string): string {
  if (isPathSegment(name)) return encodeURIComponent(name);
  throw new AppError("invalid_request", `"${name}" cannot be a part of an address.`);
}

export function isPathSegment(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && name.isWellFormed();
}
