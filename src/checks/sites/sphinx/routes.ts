import { posix } from "node:path";

export interface SphinxSite {
  /** The folder of `conf.py`, "" or with `/` at its end. */
  root: string;
  isExcluded(path: string): boolean;
  /** Endings of the files that are pages, `.md` among them. */
  endings: readonly string[];
  /** Whether `conf.py` names this file: it may copy or write it before the build. */
  namesFile(name: string): boolean;
  /** Whether extensions that are not known here, or `conf.py`, may write pages. */
  hasOthers: boolean;
  /** Whether `conf.py` writes files: labels in them may have any name. */
  writesFiles: boolean;
}

/** What Sphinx calls a page: its path without an ending; null: it is none. */
export function docNameOf({ root, isExcluded, endings }: SphinxSite, path: string): string | null {
  if (!path.startsWith(root)) return null;
  const below = path.slice(root.length);
  const ending = endings.find((one) => below.endsWith(one));
  if (ending === undefined || isExcluded(below) || /(?:^|\/)[._](?:build|static|templates)?\//.test(below))
    return null;
  return below.slice(0, -ending.length);
}

/** Without the builder's ending: `html` writes `/a.html`, `dirhtml` `/a/`. */
export function addressesOfSphinx(site: SphinxSite, path: string): string[] {
  const name = docNameOf(site, path);
  if (name === null) return [];
  const folder = posix.dirname(name) === "." ? "/" : `/${posix.dirname(name)}/`;
  if (posix.basename(name) === "index") return [folder, `${folder}index.html`];
  return [`/${name}.html`, `/${name}`];
}
