import { posix } from "node:path";
import type { Routing } from "../../model/site.ts";
import type { Translation } from "../../types.ts";
import { routeFileLinks } from "../shared/file-links.ts";
import type { MkdocsModel } from "./model.ts";

/** Files of a theme that MkDocs does not publish. */
const ofThemeOnly =
  /(?:^|\/)\.|\.(?:py|pyc|html|md|markdown|mdown|mkdn?|mkd)$|readme|^locales\/|^mkdocs_theme\.yml$/i;

/**
 * MkDocs' links: in Markdown an existing file is looked up relative to the page; everything else, and
 * anything in HTML, is an address.
 */
export function mkdocsRouting(model: MkdocsModel, isBuilt: (path: string) => boolean): Routing {
  const { docsRoot } = model;
  const isPage = (path: string): boolean => /\.md$/i.test(path);
  const addressOf = (path: string, files: ReadonlySet<string>): string | null =>
    isBuilt(path) && !isShadowed(path, files) && !isForeign(model, path) ? mkdocsAddress(model, path) : null;
  const folders = model.snippetFolders;
  const routing = routeFileLinks({
    docsRoot,
    basePath: model.basePath,
    addressesOf: ({ path }, files) => {
      const own = addressOf(path, files);
      if (own === null) return [];
      const others = untranslated(model, path, files).map((name) => `/${name}${own}`);
      const olds = [...model.redirects].filter(
        ([, to]) => posix.join(docsRoot, to.replace(/#.*$/s, "")) === path,
      );
      return [
        own,
        ...others,
        ...olds.map(([old]) => mkdocsAddress({ ...model, languages: null }, posix.join(docsRoot, old))),
      ];
    },
    fileOf: (from, { path: written, rawPath }, kind, files) => {
      if (kind === "href" || kind === "src") return null;
      // MkDocs looks for `a.md/` as for `a.md`.
      const path = /\.\w{1,10}\/$/.test(written) ? written.slice(0, -1) : written;
      if (!rawPath.startsWith("/"))
        return fileBeside(model, posix.join(posix.dirname(from), path), from, files);
      return model.areAbsoluteFiles ? posix.join(docsRoot, path) : null;
    },
    hasAddressEntries: true,
    themeFileOf: (file) => {
      const below = posix.relative(docsRoot, file);
      return model.themeFolder === null || below.startsWith("../") || ofThemeOnly.test(below)
        ? null
        : posix.join(model.themeFolder, below);
    },
    isPublished: (path) => isBuilt(path) && !isPage(path),
    isGenerated: (address) =>
      /^\/(?:sitemap\.xml|404\.html|search\/|assets\/(?:stylesheets|javascripts)\/|objects\.inv)/.test(
        address,
      ),
    isOpen: (_, address) =>
      model.hasForeignPages ||
      (model.hasBooks && /\.pdf$/i.test(address)) ||
      isForeign(model, posix.join(docsRoot, address)),
  });
  return {
    ...routing,
    translationsOf: (...input) => translationsOf(model, ...input),
    ...(folders !== null && { includes: { kinds: ["snippet"], folders, root: "" } }),
  };
}

/** A page of the same name in the page's own language takes precedence. */
function fileBeside(
  model: MkdocsModel,
  path: string,
  from: string,
  files: ReadonlySet<string>,
): string | null {
  const { languages } = model;
  if (languages === null || languages.areFolders) return path;
  // A translation's file is not found by its own name.
  if (suffixOf(model, path) !== null) return null;
  const own = suffixOf(model, from);
  const translated = own === null ? path : path.replace(/(\.\w+)$/, `.${own}$1`);
  return files.has(translated) ? translated : path;
}

/** Returns the language in a file's name, or null. */
function suffixOf({ languages }: MkdocsModel, path: string): string | null {
  const name = /\.([A-Za-z_-]+)\.\w+$/.exec(path)?.[1];
  return name !== undefined && languages?.names.includes(name) === true ? name : null;
}

/** Returns the translations of a page in the main language: their names differ in the language only. */
function translationsOf(
  model: MkdocsModel,
  from: string,
  to: string,
  files: ReadonlySet<string>,
): Translation[] {
  const { docsRoot, languages } = model;
  if (languages === null) return [];
  const { main, names, areFolders } = languages;
  const mainFolder = `${posix.join(docsRoot, main)}/`;
  const isMain = (path: string) =>
    areFolders ? path.startsWith(mainFolder) : (suffixOf(model, path) ?? main) === main;
  if (!isMain(from) || !isMain(to)) return [];
  const nameIn = (path: string, name: string) => {
    if (areFolders) return posix.join(docsRoot, name, path.slice(mainFolder.length));
    const { dir, name: own, ext } = posix.parse(path);
    return posix.join(
      dir,
      `${own.endsWith(`.${main}`) ? own.slice(0, -main.length - 1) : own}.${name}${ext}`,
    );
  };
  return names
    .filter((name) => name !== main && files.has(nameIn(from, name)))
    .map((name) => ({ from: nameIn(from, name), to: nameIn(to, name) }));
}

/** Returns the languages that show this page because they have none of their own. */
function untranslated(model: MkdocsModel, path: string, files: ReadonlySet<string>): string[] {
  const { languages } = model;
  if (languages === null || languages.areFolders || suffixOf(model, path) !== null) return [];
  const isTranslated = (name: string) => files.has(path.replace(/(\.\w+)$/, `.${name}$1`));
  return languages.names.filter((name) => name !== languages.main && !isTranslated(name));
}

/** `README.md` next to `index.md` is ignored. */
function isShadowed(path: string, files: ReadonlySet<string>): boolean {
  return posix.basename(path) === "README.md" && files.has(posix.join(posix.dirname(path), "index.md"));
}

function isForeign({ foreignFolders }: MkdocsModel, path: string): boolean {
  return foreignFolders.some((folder) => path.startsWith(`${folder}/`));
}

function mkdocsAddress({ docsRoot, hasFolders, languages }: MkdocsModel, path: string): string {
  let bare = `/${posix.relative(docsRoot, path).replace(/\.md$/i, "")}`;
  if (languages !== null && !languages.areFolders) {
    const name = /\.([A-Za-z_-]+)$/.exec(bare)?.[1];
    if (name !== undefined && languages.names.includes(name)) {
      bare = bare.slice(0, -name.length - 1);
      if (name !== languages.main) bare = `/${name}${bare}`;
    }
  }
  if (/(?:^|\/)(?:index|README)$/.test(bare)) return bare.replace(/(?:index|README)$/, "");
  return hasFolders ? `${bare}/` : `${bare}.html`;
}
