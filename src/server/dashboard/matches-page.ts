/**
 * Whether a path matches a page such as `/projects/$projectId/keys`, where `$` marks any non-empty segment.
 */
export function matchesPage(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const asked = path.split("/");
  return (
    parts.length === asked.length &&
    parts.every((part, index) => (part.startsWith("$") ? asked[index] !== "" : asked[index] === part))
  );
}
