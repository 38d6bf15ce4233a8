/**
 * Whether an If-None-Match header names the representation, by weak comparison (RFC 9110, section 13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((entry) => ["*", etag].includes(entry.trim().replace(/^W\//, "")));
}
