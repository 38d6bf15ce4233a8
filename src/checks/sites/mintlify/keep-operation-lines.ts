const methodKey = /^(?:get|put|post|delete|options|head|patch|trace|\$ref)$/;
const operationKey = /^(?:summary|tags|x-mint|x-excluded|x-hidden)$/;

/** Which keys stay at each depth; below the last one everything does. */
const kept: ((key: string) => boolean)[] = [
  (key) => /^(?:openapi|paths|webhooks)$/.test(key),
  () => true,
  (key) => methodKey.test(key),
  (key) => operationKey.test(key),
];

/**
 * Leaves of an OpenAPI description in YAML, in block style, only the lines that name its operations: parsing
 * all of a large one takes seconds. What is not in block style stays as it is, or is not valid any more.
 */
export function keepOperationLines(text: string): string {
  const result: string[] = [];
  /** Columns of the keys that enclose the line. */
  const open: number[] = [];
  /** Column of the key whose value is left out. */
  let dropped = Number.POSITIVE_INFINITY;
  for (const one of text.split("\n")) {
    const content = one.trim();
    if (content === "" || content.startsWith("#")) continue;
    const column = one.indexOf(content[0]!);
    const isItem = content.startsWith("-") && !content.startsWith("---");
    // The items of a list may stand below its key.
    if (column > dropped || (column === dropped && isItem)) continue;
    dropped = Number.POSITIVE_INFINITY;
    const key = isItem ? null : keyOf(content);
    if (key === null) {
      result.push(one);
      continue;
    }
    while (open.length > 0 && open.at(-1)! >= column) open.pop();
    const isKept = kept[open.length]?.(key) ?? true;
    open.push(column);
    if (isKept) result.push(one);
    else dropped = column;
  }
  return result.join("\n");
}

/** Returns null for a line that begins with no key. */
function keyOf(content: string): string | null {
  const [first] = content;
  const isQuoted = first === '"' || first === "'";
  const end = isQuoted ? content.indexOf(first, 1) + 1 : content.search(/:(?:[ \t]|$)/);
  if (end <= 0 || !/^[ \t]*:(?:[ \t]|$)/.test(content.slice(end))) return null;
  return isQuoted ? content.slice(1, end - 1) : content.slice(0, end).trim();
}
