const attributeToken =
  /[ \t]*(?:([.#])([^\s.#{}'"]+(?:\.[^\s.#{}'"]+)*)|([\w:@-]+)(?:[ \t]*=[ \t]*("[^"]*"|'[^']*'|[^\s"'{}]+))?)(?=[ \t]|$)/y;

interface AttributeList {
  ids: string[];
  /** True with an id, a class or a value: plain words alone may be prose. */
  isMarked: boolean;
  /** True with a plain word among them, or nothing at all. */
  hasWords: boolean;
}

/** Parses the inside of `{#id .class key="value"}`, without a leading `:`; null if it holds anything else. */
export function readAttributes(inside: string): AttributeList | null {
  const text = inside.trimEnd();
  const list: AttributeList = { ids: [], isMarked: false, hasWords: text === "" };
  let at = 0;
  while (at < text.length) {
    attributeToken.lastIndex = at;
    const token = attributeToken.exec(text);
    if (token === null) return null;
    at = attributeToken.lastIndex;
    const [, mark, name, key, value] = token;
    if (mark !== undefined || value !== undefined) list.isMarked = true;
    else list.hasWords = true;
    if (mark === "#") list.ids.push(name!);
    else if (key === "id" && value !== undefined) list.ids.push(value.replace(/^["']|["']$/g, ""));
  }
  return list;
}
