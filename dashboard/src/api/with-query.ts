/**
 * Path and query, values escaped; what is undefined, null or empty is left out. The path may have a query
 * already.
 */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  if (text === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}${text}`;
}
