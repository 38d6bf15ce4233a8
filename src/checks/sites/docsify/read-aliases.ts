/** A name in quotes, of an object's member. */
const key = /(["'])([^"'\r\n]{2,200})\1[ \t]*:/g;
const patternSigns = /(?:\.[*+]|[*+?^$|()[\]{}\\])+/;

/**
 * Returns a test for routes that may be shown from elsewhere: the names of `alias` and `routes` are patterns,
 * of which only the plain parts are compared, and fallback languages show pages that are not there.
 */
export function readAliases(shell: string): (route: string) => boolean {
  if (/\bfallbackLanguages\b/.test(shell)) return () => true;
  if (!/\b(?:alias|routes)\b/.test(shell)) return () => false;
  const names = [...shell.matchAll(key)].map(([, , name]) => name!);
  const aliases = names.filter((name) => name.includes("/") && !name.includes(":"));
  return (route) =>
    aliases.some((name) => {
      const parts = name.split(patternSigns);
      return parts.length === 1 ? name === route : areInOrder(parts, route);
    });
}

function areInOrder(parts: readonly string[], text: string): boolean {
  let at = 0;
  for (const part of parts) {
    at = text.indexOf(part.replace(/\.md$/, ""), at);
    if (at < 0) return false;
    at += part.length;
  }
  return true;
}
