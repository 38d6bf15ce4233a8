import { posix } from "node:path";
import type { LabelUse } from "../../model/label-use.ts";
import type { LabelSources } from "./read-label-sources.ts";

export interface SphinxSite {
  /** Folder of `conf.py`, "" or with a trailing `/`. */
  root: string;
  isExcluded(path: string): boolean;
  /** Extensions of the files that are pages, including `.md`. */
  endings: readonly string[];
  /** Whether `conf.py` names this file: it may copy or write it before the build. */
  namesFile(name: string): boolean;
  /** Whether unknown extensions, or `conf.py`, may write pages. */
  hasOthers: boolean;
  /** Whether `conf.py` writes files: labels in them may have any name. */
  writesFiles: boolean;
  labels: LabelSources;
  /** Labels in lower case that reStructuredText names. */
  labelUses: ReadonlyMap<string, readonly LabelUse[]>;
  /** Whether headings are labels, alone or behind the name of their page; null: they are none. */
  sectionLabels: "plain" | "prefixed" | null;
}

/** Returns Sphinx's name for a page, its path without the extension; null if it is no page. */
export function docNameOf({ root, isExcluded, endings }: SphinxSite, path: string): string | null {
  if (!path.startsWith(root)) return null;
  const below = path.slice(root.length);
  const ending = endings.find((one) => below.endsWith(one));
  if (ending === undefined || isExcluded(below) || /(?:^|\/)[._](?:build|static|templates)?\//.test(below))
    return null;
  return below.slice(0, -ending.length);
}

/** Omits the builder's ending: `html` writes `/a.html`, `dirhtml` `/a/`. */
export function addressesOfSphinx(site: SphinxSite, path: string): string[] {
  const name = docNameOf(site, path);
  if (name === null) return [];
  const folder = posix.dirname(name) === "." ? "/" : `/${posix.dirname(name)}/`;
  if (posix.basename(name) === "index") return [folder, `${folder}index.html`];
  return [`/${name}.html`, `/${name}`];
}
