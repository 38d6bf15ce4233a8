const escapedOrBrace = /\\[!-/:-@[-`{-~]|\{/g;

/** `#id`, `.class` (both may lack a name) or `key=value`, and the comma that may follow. */
const attribute =
  /[ \t]*(?:([.#])([^\s!-,/;-@[-^`{-~]*)|([A-Za-z_:][\w:.-]*)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|-?\d[\d.eE+-]*|[A-Za-z_:][\w:.-]*))[ \t]*(?:,[ \t]*)?/y;

/**
 * Splits a heading's line as Goldmark does into its text and the id (or null) in the list of attributes at
 * its end. The first list that reaches the end counts.
 */
export function splitAttributes(line: string): { text: string; id: string | null } {
  const whole = line.trimEnd();
  if (whole.endsWith("}"))
    for (const { 0: mark, index } of whole.matchAll(escapedOrBrace)) {
      const list = mark === "{" ? readList(whole, index + 1) : null;
      if (list !== null) return { text: whole.slice(0, index).trimEnd(), id: list.id };
    }
  return { text: whole, id: null };
}

/** Null if what begins there is no list, or does not end with the line. The last id counts. */
function readList(line: string, start: number): { id: string | null } | null {
  let id: string | null = null;
  let at = start;
  while (line[at] !== "}") {
    attribute.lastIndex = at;
    const found = attribute.exec(line);
    if (found === null) return null;
    const [, mark, name, key, value] = found;
    if (mark === "#") id = name!;
    else if (key === "id") id = value!.replace(/^"|"$/g, "").replace(/\\(["/\\])/g, "$1");
    at = attribute.lastIndex;
  }
  return at === line.length - 1 ? { id } : null;
}
