import { posix } from "node:path";
import { matchIgnore } from "../../model/match-ignore.ts";
import type { Routing, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readSettings, settingAt } from "../shared/read-settings.ts";
import { contentsName, readContents } from "../sphinx/read-book.ts";
import { renderSphinxLink } from "../sphinx/render-link.ts";
import { hasMystIds, mystHeadingIds } from "./heading-ids.ts";
import { type Contents, readMystContents } from "./read-contents.ts";
import { hasMystName, resolveMystLink, resolveMystName } from "./resolve-link.ts";

/** `path` is `myst.yml`. Plugins, and settings that it takes from elsewhere, are not read. */
export async function readMystmdConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const settings = await readSettings(context, path).catch(() => null);
  const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const docsRoot = root.replace(/\/$/, "");
  const contents = await contentsOf(context, path, root);
  const pages = new Set(contents?.entries.flatMap(({ target }) => filesOf(root, target)));
  const excluded = settingAt(settings, "project", "exclude");
  const patterns = (Array.isArray(excluded) ? excluded : [excluded]).filter((one) => typeof one === "string");
  const isExcluded = matchIgnore(patterns.map((one) => `/${one}`)).isIgnored;
  const isChecked = (one: string): boolean =>
    one.startsWith(root) && !/(?:^|\/)(?:\.[^/]+|node_modules|_build)\//.test(one);
  return {
    navigationFile: path,
    docsRoot,
    textFences: "myst",
    readFrom: [path, ...(context.files.has(root + contentsName) ? [root + contentsName] : [])],
    entries: contents?.entries ?? [],
    unknown: {
      ...allKnown,
      routing: settings === null ? "myst.yml cannot be read" : null,
      navigation: contents?.isWhole ? null : "the table of contents does not name each page",
    },
    routing: routeMystmd(root, docsRoot),
    headingIds: mystHeadingIds,
    hasOtherIds: hasMystIds,
    importRoots: {},
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [docsRoot],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (one) =>
      isChecked(one) && (contents?.isWhole ? pages.has(one) : !isExcluded(one.slice(root.length))),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** The table of contents of earlier versions of Jupyter Book counts where `myst.yml` has none. */
async function contentsOf(context: SiteContext, path: string, root: string): Promise<Contents | null> {
  const own = await readMystContents(context, path);
  if (own !== null || !context.files.has(root + contentsName)) return own;
  return { entries: await readContents(context, root), isWhole: false };
}

function filesOf(root: string, target: string): string[] {
  const path = posix.join(root, target);
  return [path, `${path}.md`];
}

function routeMystmd(root: string, docsRoot: string): Routing {
  const addressOf = (path: string): string => `/${path.slice(root.length).replace(/\.md$/, "")}`;
  return {
    addressesOf: ({ path }) => (path.startsWith(root) ? [addressOf(path)] : []),
    addressFolder: ({ path }) => `${posix.dirname(addressOf(path))}/`.replace("//", "/"),
    resolve: (...input) => resolveMystLink(root, ...input),
    resolveOwn: (site, from, parts) => resolveMystName(site, from, parts, parts.hash.slice(1)),
    readsRoles: true,
    includes: { kinds: ["myst-include"], folders: null, root: docsRoot },
    namedAs: (_from, path) => path.replace(/\.\w+$/, ""),
    hasName: hasMystName,
    renderPath: (site, from, parts, page) => renderSphinxLink({ root }, site, from, parts, page),
    findEntry: ({ pages }, target) => filesOf(root, target).find((one) => pages.has(one)) ?? null,
    renderEntry: (_site, target, { path }) => {
      const below = posix.relative(root, path);
      if (below.startsWith("../")) return null;
      return target.endsWith(".md") ? below : below.replace(/\.md$/, "");
    },
  };
}
