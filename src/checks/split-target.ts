/** A link target in its parts. `path` is decoded; `query` has its `?`, `hash` its `#`. */
export interface TargetParts {
  path: string;
  rawPath: string;
  query: string;
  hash: string;
}

/** Null: the target leaves the site, is computed, or names nothing that can be looked up. */
export function splitTarget(target: string): TargetParts | null {
  const text = target.trim();
  if (text === "" || /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(text) || /[{}<>$]|\[\[/.test(text))
    return null;
  const hashAt = text.indexOf("#");
  const hash = hashAt < 0 ? "" : text.slice(hashAt);
  const beforeHash = hashAt < 0 ? text : text.slice(0, hashAt);
  const queryAt = beforeHash.indexOf("?");
  const query = queryAt < 0 ? "" : beforeHash.slice(queryAt);
  const rawPath = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  return { path: decode(rawPath), rawPath, query, hash };
}

export function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
