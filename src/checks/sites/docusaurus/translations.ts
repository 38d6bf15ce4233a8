import { posix } from "node:path";
import type { Translation } from "../../types.ts";
import type { DocusaurusSite } from "./content.ts";

interface Place {
  language: string;
  /** Page that the translation replaces: it is published only where that one is there. */
  source: string;
}

/** Returns what a file below `i18n/` stands for; null if no plugin that is known reads it. */
export function placeOf(site: DocusaurusSite, translation: string): Place | null {
  const below = posix.relative(posix.join(site.root, "i18n"), translation);
  const [language = ""] = below.split("/", 1);
  const rest = below.slice(language.length + 1);
  const found = contentsOf(site).find(({ translated }) => rest.startsWith(`${translated}/`));
  if (found === undefined) return null;
  return { language, source: posix.join(found.folder, rest.slice(found.translated.length)) };
}

/** Returns the file that replaces the page in this language, whether it is there or not. */
export function translationIn(site: DocusaurusSite, language: string, page: string): string | null {
  const found = contentsOf(site).find(({ folder }) => page.startsWith(`${folder}/`));
  if (found === undefined) return null;
  return posix.join(site.root, "i18n", language, found.translated, page.slice(found.folder.length));
}

/**
 * Returns the base of the build that shows the page: the site's own, or that of the translation's language.
 * Null if computed.
 */
export function baseOf(site: DocusaurusSite, page: string): string | null {
  if (!page.startsWith(posix.join(site.root, "i18n/"))) return site.base;
  return site.languages.get(placeOf(site, page)?.language ?? "") ?? null;
}

interface Content {
  folder: string;
  /** The folder below that of a language, as each plugin names it. */
  translated: string;
}

const known = new WeakMap<DocusaurusSite, Content[]>();

function contentsOf(site: DocusaurusSite): Content[] {
  const kept = known.get(site);
  if (kept !== undefined) return kept;
  const named = (kind: string, plugin: string) =>
    `docusaurus-plugin-content-${kind}${plugin === "default" ? "" : `-${plugin}`}`;
  const contents = [
    ...site.docs.map(({ folder, plugin, version }) => {
      const own = version === null || version === "current" ? "current" : `version-${version}`;
      return { folder, translated: `${named("docs", plugin)}/${own}` };
    }),
    ...site.blogs.map(({ folder, plugin }) => ({ folder, translated: named("blog", plugin) })),
    ...site.pages.map(({ folder, plugin }) => ({ folder, translated: named("pages", plugin) })),
  ];
  known.set(site, contents);
  return contents;
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

/** The page that a translation replaces, if that is there, and none would be for it to replace at `to`. */
function leftSource(
  site: DocusaurusSite,
  from: string,
  to: string,
  files: ReadonlySet<string>,
): Translation[] {
  const [old, now] = [placeOf(site, from), placeOf(site, to)];
  if (old === null || now === null || !files.has(old.source) || files.has(now.source)) return [];
  const because = `${from} is shown only in its place`;
  const ifLeft = `${to} is shown nowhere: readers of its language see ${old.source} instead`;
  return [{ from: old.source, to: null, isMain: true, because, ifLeft }];
}

/**
 * Returns the translations of a page, with the paths that they need once it is at `to`; of a translation, the
 * page that it would no longer replace there.
 */
export function translationsOf(
  site: DocusaurusSite,
  from: string,
  to: string,
  files: ReadonlySet<string>,
): Translation[] {
  const content = contentsOf(site).find(({ folder }) => from.startsWith(`${folder}/`));
  if (content === undefined) return leftSource(site, from, to, files);
  if (!to.startsWith(`${content.folder}/`)) return [];
  const below = from.slice(content.folder.length);
  const end = `/${content.translated}${below}`;
  return [...files]
    .filter((path) => path.endsWith(end) && placeOf(site, path)?.source === from)
    .map((path) => ({ from: path, to: path.slice(0, -below.length) + to.slice(content.folder.length) }));
}
