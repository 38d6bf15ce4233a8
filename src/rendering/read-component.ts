/** An MDX tag: `<Card title="x" icon={<Icon />}>`, `</Card>`, `<Card />`, `<>`. */
export interface ComponentTag {
  name: string;
  kind: "open" | "close" | "alone";
  attributes: ReadonlyMap<string, string>;
  /** Index after the `>`. */
  end: number;
}

const tagCharactersMax = 4_000;

/**
 * Reads the tag that begins at a `<`; null if there is none. Attributes are plain texts: expressions are not
 * evaluated.
 */
export function readComponent(text: string, start: number): ComponentTag | null {
  const limit = Math.min(text.length, start + tagCharactersMax);
  let at = start + 1;
  const isClose = text[at] === "/";
  if (isClose) at += 1;
  const nameStart = at;
  while (at < limit && /[\w.:-]/.test(text[at]!)) at += 1;
  const name = text.slice(nameStart, at);
  if (name !== "" && !/^[A-Za-z]/.test(name)) return null;
  const attributes = new Map<string, string>();
  while (at < limit) {
    const sign = text[at]!;
    if (sign === ">") return { name, kind: isClose ? "close" : "open", attributes, end: at + 1 };
    if (sign === "/" && text[at + 1] === ">") return { name, kind: "alone", attributes, end: at + 2 };
    if (sign === "<") return null;
    if (sign === "{") at = skipBraces(text, at, limit);
    else if (/[A-Za-z_@:]/.test(sign)) at = readAttribute(text, at, limit, attributes);
    else at += 1;
  }
  return null;
}

function readAttribute(text: string, start: number, limit: number, attributes: Map<string, string>): number {
  let at = start;
  while (at < limit && /[\w.:@-]/.test(text[at]!)) at += 1;
  const name = text.slice(start, at);
  while (at < limit && (text[at] === " " || text[at] === "\n")) at += 1;
  if (text[at] !== "=") return at;
  at += 1;
  while (at < limit && (text[at] === " " || text[at] === "\n")) at += 1;
  const quote = text[at];
  if (quote === "{") return skipBraces(text, at, limit);
  if (quote !== '"' && quote !== "'") {
    const from = at;
    while (at < limit && !/[\s>"'<]/.test(text[at]!)) at += 1;
    attributes.set(name, text.slice(from, at));
    return at;
  }
  const end = text.indexOf(quote, at + 1);
  if (end === -1 || end > limit) return limit;
  attributes.set(name, text.slice(at + 1, end));
  return end + 1;
}

function skipBraces(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return limit;
}
