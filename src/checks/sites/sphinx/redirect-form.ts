import { posix } from "node:path";
import { trimCharacters } from "../../../text/trim-characters.ts";
import type { RedirectForm } from "../../model/redirect-table.ts";

/** How the lines of a table are written. */
interface Written {
  hasEndings: boolean;
  line(from: string, to: string): string;
}

/** The form of rediraffe: both sides name files of pages below `source`, with or without ending. */
export function rediraffeForm(source: string, { hasEndings, line }: Written): RedirectForm {
  const full = (name: string) => (hasEndings ? `${name}.md` : name);
  return {
    nameOf: (path) => withoutEnding(posix.relative(source, path)),
    follow: ({ to }) => withoutEnding(to),
    targetTo: full,
    render: (from, to) => line(full(from), to),
  };
}

export function withoutEnding(path: string): string {
  return path.replace(/\.(?:md|rst|txt)$/, "");
}

/**
 * The form of sphinx_reredirects: a page's name, and an address that counts from where that page was built:
 * `a.html`, or `a/` with Sphinx' builder for folders.
 */
export function reredirectsForm(
  source: string,
  { hasFolders, line }: { hasFolders: boolean; line: Written["line"] },
): RedirectForm {
  const folderOf = (from: string) => (hasFolders ? from : posix.dirname(from));
  return {
    nameOf: (path) => pageName(posix.relative(source, path), hasFolders),
    follow: ({ from, to }) => {
      const bare = to.replace(/#.*$/s, "");
      if (/^[a-z][a-z\d+.-]*:|^$|[$?]/i.test(bare)) return null;
      return pageName(posix.join(bare.startsWith("/") ? "" : folderOf(from), bare), hasFolders);
    },
    targetTo: (name, from) => {
      const below = posix.relative(folderOf(from), name);
      return hasFolders ? `${below}/` : `${below}.html`;
    },
    render: line,
  };
}

/** Returns what both a file and an address stand for. */
export function pageName(path: string, hasFolders: boolean): string {
  const bare = withoutEnding(trimCharacters(path, "/").replace(/\.html$/, ""));
  return hasFolders ? bare.replace(/(?:^|\/)index$/, "") : bare;
}
