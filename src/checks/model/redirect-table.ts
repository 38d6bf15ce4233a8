import type { Place } from "./place.ts";

export interface Redirect {
  /** Routes as written, with the wildcards `:name` and `:name*`; for MkDocs, paths below the docs folder. */
  from: string;
  to: string;
  /** Place of the text of `to`. */
  place: Place | null;
  /** Its source stays an address of the site: links to it are right, and are not followed. */
  isTemporary?: true;
  /** Place of the text of `from`; left out where others share the target. */
  source?: Place;
}

/** Place where a move may write its redirect. */
export type RedirectHome =
  | { kind: "json-array"; path: string /** Offset of `[`. */; at: number; isEmpty: boolean }
  | { kind: "json-member"; path: string /** Offset behind the `{` of the file. */; at: number }
  | { kind: "yaml-map"; path: string; at: number; indent: string; isToml?: true }
  | {
      kind: "script";
      path: string;
      /** Offset of the bracket with which the list begins. */
      at: number;
      shape: RedirectShape;
      /** Whether links in code may lead to its sources: not where the site's router does not know them. */
      isForLinks: boolean;
      /** An address as the list writes it; null if it is not known how. */
      spell(address: string, role: "source" | "target"): string | null;
    };

/**
 * How a list in a script writes a redirect: as a member of an object (null), or as an object with these
 * names. `lasting`: further members, of which one says that it is no redirect for some time.
 */
export type RedirectShape = {
  from: string;
  to: string;
  lasting: Readonly<Record<string, readonly unknown[]>>;
} | null;

/** An address that a page had, and the one that it has now. */
export interface RedirectPair {
  old: string;
  now: string;
}

/** Redirects in a file, each in a line of its own. */
export interface RedirectTable {
  path: string;
  /** Where a line can be inserted. */
  at: number;
  lineBreak: string;
  entries: RedirectEntry[];
  form: RedirectForm;
}

export interface RedirectEntry {
  from: string;
  to: string;
  /** The text of `to`, without quotes. */
  target: Extent;
  /** The whole line. */
  line: Extent;
}

interface Extent {
  start: number;
  end: number;
}

/** How the table writes pages. */
export interface RedirectForm {
  /** Name of a page as a source; `path` is its path in the repository. */
  nameOf(path: string): string;
  /** Name of the page to which an entry leads; null if it leads out of the site. */
  follow(entry: Pick<RedirectEntry, "from" | "to">): string | null;
  /** Whether only pages and files of the site can be at the target's name. Left out: it is not known. */
  areAllKnown?(name: string): boolean;
  /** Whether an entry that leads out of the site, as far as is known, may lead to the page of that name. */
  mayFollow?(entry: Pick<RedirectEntry, "to">, name: string): boolean;
  /** Text of a target that leads from a source to a name. */
  targetTo(name: string, from: string): string;
  /** A line without its end. */
  render(from: string, to: string): string;
}

/** Field of the front matter in which generators read a page's earlier addresses. */
export interface OldAddressField {
  name: "aliases" | "redirect_from";
  /** Returns an address as the page at `now` names it there. Left out: as it is. */
  spell?(address: string, now: string): string;
  /** Returns a further item as the page writes it once it has moved. Left out: as it is. */
  rebase?(item: string, moved: RedirectPair): string;
}

/** Parts of a redirect's source between its slashes: text, or a wildcard for one segment or several. */
export interface WildcardRedirect {
  parts: (
    | { text: string }
    | { name: string; isMany: boolean /** The only values that fit. */; among?: string[] }
  )[];
  to: string;
}
