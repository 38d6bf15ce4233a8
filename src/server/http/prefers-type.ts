/**
 * Whether the request's Accept header names the type explicitly and ranks the other one no higher (RFC 9110,
 * 12.5.1). Both types are in lower case, without parameters.
 */
export function prefersType(accept: string | undefined, type: string, other: string): boolean {
  const weights = new Map((accept ?? "").split(",").map(readEntry));
  const weight = weights.get(type) ?? 0;
  const family = other.replace(/\/.*/, "/*");
  return weight > 0 && weight >= (weights.get(other) ?? weights.get(family) ?? weights.get("*/*") ?? 0);
}

function readEntry(entry: string): [string, number] {
  const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}
