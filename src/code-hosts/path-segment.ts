import { AppError } from "../errors.ts";

/**
 * Encodes a name as one segment of a request path. Throws `invalid_request` if it would lead to another path.
 */
export function pathSegment(name: string): string {
  if (isPathSegment(name)) return encodeURIComponent(name);
  throw new AppError("invalid_request", `"${name}" cannot be a part of an address.`);
}

export function isPathSegment(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && name.isWellFormed();
}
