const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** Returns a path as git writes it after `---`, `+++` or `rename to`; null for `/dev/null`. */
export function readDiffPath(text: string, { prefix } = { prefix: true }): string | null {
  const name = text.replace(/\t$/, "");
  const path = name.startsWith('"') ? unquote(name) : name;
  if (!prefix) return path;
  return path === "/dev/null" ? null : path.slice(2);
}

/**
 * Returns both paths of a `diff --git` line. Unquoted paths with spaces are ambiguous, but then both are
 * the same.
 */
export function splitHeaderPaths(text: string): [string, string] {
  if (text.startsWith('"')) {
    const [first] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? [text];
    return [unquote(first).slice(2), readDiffPath(text.slice(first.length + 1)) ?? ""];
  }
  if (text.endsWith('"')) {
    const at = text.indexOf(' "');
    return [text.slice(2, at), unquote(text.slice(at + 1)).slice(2)];
  }
  const half = text.slice(0, (text.length - 1) / 2);
  if (text === `${half} b${half.slice(1)}`) return [half.slice(2), half.slice(2)];
  const at = text.indexOf(" b/");
  return at === -1 ? [text.slice(2), text.slice(2)] : [text.slice(2, at), text.slice(at + 3)];
}

/** Undoes git's C-style quoting, in which bytes outside ASCII are octal. */
function unquote(text: string): string {
  const bytes: number[] = [];
  const inner = text.replace(/^"|"$/g, "");
  for (const [part, octal, letter] of inner.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(escapes[letter] ?? letter.charCodeAt(0));
    else bytes.push(...Buffer.from(part));
  }
  return Buffer.from(bytes).toString();
}
