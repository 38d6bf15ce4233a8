/**
 * Whether a path is one of a page such as `/projects/$projectId/keys`: a part with `$` stands for any one
 * that is not empty.
 */
export function matchesPage(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const asked = path.split("/");
  return (
    parts.length === asked.length &&
    parts.every((part, index) => (part.startsWith("$") ? asked[index] !== "" : asked[index] === part))
  );
}
