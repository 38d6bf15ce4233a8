import { posix } from "node:path";
import type { Translation } from "../../types.ts";
import type { DocsVersion, DocusaurusSite } from "./content.ts";

const plugin = /^[^/]+\/docusaurus-plugin-content-docs(?:-[^/]+)?\/([^/]+)\//;

/** Returns the pages that this translation may replace: it is published only where one of them is. */
export function sourcesOf({ root, docs }: DocusaurusSite, translation: string): string[] {
  const below = translation.slice(posix.join(root, "i18n/").length);
  const found = plugin.exec(below);
  if (found === null) return [];
  return docs
    .filter((one) => folderName(one) === found[1])
    .map(({ folder }) => posix.join(folder, below.slice(found[0].length)));
}

const version =
  /^(?:([^/]*)versioned_(?:docs|sidebars)|i18n\/[^/]+\/docusaurus-plugin-content-docs(?:-([^/]+))?)\/version-([^/]+)/;

/** Whether the docs, sidebar or translation is of a version that the site does not publish. */
export function isOfOldVersion({ root, docs }: DocusaurusSite, path: string): boolean {
  const [found, prefix, id, name] = version.exec(posix.relative(root, path)) ?? [];
  if (found === undefined) return false;
  const ofDocs = prefix ?? (id === undefined ? "" : `${id}_`);
  const folder = `${ofDocs}versioned_docs/version-${name!.replace(/-sidebars\.json$/, "")}`;
  return !docs.some((one) => one.folder === posix.join(root, folder));
}

/** Returns the translations of a page of the docs, with the paths that they need once it is at `to`. */
export function translationsOf(
  site: DocusaurusSite,
  from: string,
  to: string,
  files: ReadonlySet<string>,
): Translation[] {
  const docs = site.docs.find(({ folder }) => from.startsWith(`${folder}/`));
  if (docs === undefined || !to.startsWith(`${docs.folder}/`)) return [];
  const below = from.slice(docs.folder.length);
  const translations = [...files].filter(
    (path) => path.endsWith(below) && path.startsWith(posix.join(site.root, "i18n/")),
  );
  return translations
    .filter(
      (path) =>
        sourcesOf(site, path)
          .filter((source) => files.has(source))
          .join() === from,
    )
    .map((path) => ({ from: path, to: path.slice(0, -below.length) + to.slice(docs.folder.length) }));
}

function folderName({ folder }: DocsVersion): string {
  const name = posix.basename(folder);
  return name.startsWith("version-") ? name : "current";
}
