/** Parts of a link target. `path` is decoded; `query` has its `?`, `hash` its `#`. */
export interface TargetParts {
  path: string;
  rawPath: string;
  query: string;
  hash: string;
  /** For a shortcode or tag that stands for an address: the text around path, query and hash. */
  template?: {
    before: string;
    /** Text in front of the hash, where the tag ends there: `{% link a.md %}#b`. */
    between?: string;
    after: string;
    name: string;
    language: string | undefined;
  };
  /** Set if the whole target is the name of a place in a page, which does not depend on where the page is. */
  isLabel?: true;
  /** Set if the whole target is the id of a page, which says nothing of where it is. */
  isDocId?: true;
  /** Set if the path is the name of a file, wherever that is. */
  isWikilink?: true;
  /** What stands in the place of the hash's `#`. Left out: `#` itself. */
  hashMark?: string;
  /** Set if the path is one among the generator's pages or files, wherever the page with the link is. */
  isLookedUp?: true;
  /**
   * Set for a file that is included in the page: the folder that it is relative to, null for the page's own,
   * whether it has to be below it, and what a path from the root begins with, "" for any other.
   */
  include?: { folder: string | null; staysBelow: boolean; rootMark: string; needsDot?: boolean };
}

/** A character written by its HTML name or its number; `&amp;` separates the parts of a query. */
const writtenSign = /&(?!amp;)(?:[A-Za-z][A-Za-z0-9]{1,30}|#x?[0-9A-Fa-f]{1,6});/;

/** An address with a scheme, or of another host. */
export const leavesSite = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Null if the target leaves the site, is computed (`|filename|a.md` of Pelican), or cannot be looked up. */
export function splitTarget(target: string): TargetParts | null {
  const text = target.trim();
  if (text === "" || leavesSite.test(withoutEscapes(text)) || /[{}<>$]|\[\[|^\|\w+\|/.test(text)) return null;
  if (writtenSign.test(text)) return null;
  const hashAt = text.indexOf("#");
  const hash = hashAt < 0 ? "" : text.slice(hashAt);
  const beforeHash = hashAt < 0 ? text : text.slice(0, hashAt);
  const queryAt = beforeHash.indexOf("?");
  const query = queryAt < 0 ? "" : beforeHash.slice(queryAt);
  const beforeMarks = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  // Of `a.md\#b` the backslash belongs to the mark.
  const rawPath = beforeMarks === text ? text : beforeMarks.replace(/\\$/, "");
  return { path: decode(rawPath), rawPath, query, hash };
}

/** Splits `{{< ref "a.md#c" >}}`, `{{< ref "a.md" >}}#c` and `{% link a.md %}`; null for anything else. */
export function splitTemplate(target: string): TargetParts | null {
  const opening = /^(?:\{\{[<%]|\{%)[ \t]*([a-z]+)[ \t]+(?:path=)?["'`]?/.exec(target);
  if (opening === null) return null;
  const [before, name] = opening;
  const isQuoted = /["'`]$/.test(before);
  const [path] = (isQuoted ? /^[^"'`\r\n#?%>}]*/ : /^[^"'`\s#?%>}]*/).exec(target.slice(before.length))!;
  const [hash] = /^(?:#[^"'`\s?%>}]*)?/.exec(target.slice(before.length + path.length))!;
  const rest = target.slice(before.length + path.length + hash.length);
  const behind = hash === "" ? (/\}\}(#[^\s"'<>{}]*)$/.exec(rest)?.[1] ?? "") : "";
  const after = rest.slice(0, rest.length - behind.length);
  if (path + hash === "" || !/^["'`]?(?:[ \t][^{}]*)?[>%]?\}\}?$/.test(after)) return null;
  const language = /\blang=["']?([A-Za-z-]+)/.exec(after)?.[1]?.toLowerCase();
  const template = { before, name: name!, language };
  if (behind !== "")
    return {
      path,
      rawPath: path,
      query: "",
      hash: behind,
      template: { ...template, between: after, after: "" },
    };
  return { path, rawPath: path, query: "", hash, template: { ...template, after } };
}

/** Writes the target with another path; the text around it stays. */
export function joinTarget({ query, hash: found, hashMark, template }: TargetParts, path: string): string {
  const hash = hashMark === undefined ? found : found.replace("#", hashMark);
  if (template === undefined) return path + query + hash;
  const { before, between = "", after } = template;
  return before + path + query + between + hash + after;
}

/** A backslash escape of Markdown: `a\_b.md` names `a_b.md`. */
const escaped = /\\([!-/:-@[-`{-~])/g;

function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replace(escaped, "$1") : text;
}

export function decode(text: string): string {
  const plain = withoutEscapes(text);
  if (!plain.includes("%")) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
