import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import { addressKey } from "../../model/address-key.ts";
import type { PlacedPage, Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { member } from "../script/script-values.ts";
import { joinAddress } from "../shared/addresses.ts";
import { findAskedVersion } from "../shared/find-asked-version.ts";
import { findOwnIds, mayHaveMarks, readsMarks, vuepressHeadingIds } from "./heading-ids.ts";
import { readMenus } from "./menus.ts";
import { readRoutedNames } from "./read-routed-names.ts";
import {
  findOpen,
  mayRedirect,
  readBase,
  readPatterns,
  readVuepressSettings,
  type Settings,
} from "./read-settings.ts";
import { renderVuepressLink, spell } from "./render-link.ts";
import { isMarkdown, resolveVuepressLink } from "./resolve-link.ts";
import { addressesOf, addressFolder, hasRoute, ownAddress, pageAt, type VuepressSite } from "./routes.ts";

const computedPatterns = "the patterns of pages are computed in the configuration";

/** `path` is `.vuepress/config.*`. */
export async function readVuepressConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const settings = await readVuepressSettings(context, path);
  const folder = path.slice(0, path.indexOf(".vuepress/"));
  const docsRoot = folder.replace(/\/$/, "");
  const version = await findAskedVersion(context, folder, "vuepress");
  const major = majorOf(version.asked, settings);
  const patterns = readPatterns(settings.root);
  const site: VuepressSite = {
    ...{ docsRoot, major, base: readBase(settings.root), open: findOpen(settings) },
    mayRedirect: mayRedirect(settings),
    isExcluded: excludedBy(patterns ?? ["**/*.md"]),
    routedNames: await readRoutedNames(context, folder),
  };
  const { entries, patterns: menuPatterns, areWritten } = readMenus(settings.theme);
  const marks = readsMarks(settings);
  const isOwnPage = (one: string) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one);
  return {
    ...{ navigationFile: path, docsRoot, entries, menuPatterns },
    readFrom: [...settings.readFrom, ...version.readFrom],
    openEntries: areWritten ? undefined : "parts of the menus are computed",
    unknown: {
      ...allKnown,
      routing: patterns === null ? computedPatterns : null,
      "heading-ids": findOwnIds(settings),
      entries: hasKnownMenus(settings) ? null : "the theme has menus of its own",
      navigation: "VuePress shows pages without a place in the navigation as well",
    },
    whyUnproved: site.open,
    routing: {
      fieldLinks: "field",
      readsComponents: true,
      // To the default theme such a comment is only a comment.
      includes: {
        kinds: settings.themeName === null ? [] : ["comment-include"],
        ...{ folders: null, root: docsRoot },
      },
      addressesOf: (page) => addressesOf(site, page),
      addressFolder: (page) => addressFolder(site, page),
      resolve: (whole, ...input) => resolveVuepressLink(site, whole, ...input),
      renderPath: (_, ...input) => renderVuepressLink(site, ...input),
      findEntry: (whole, target) => findEntry(site, whole, target),
      renderEntry: (_, target, page) => renderEntry(site, target, page),
    },
    isServedElsewhere: (target, whole) => mayBeMade(site, whole, target),
    headingIds: vuepressHeadingIds(major, marks),
    // Ids do not begin with a digit, and version 2 changes links to those that would.
    builtHash: (hash, kind) => (major === 2 && isMarkdown(kind) ? hash.replace(/^(?=\d)/, "_") : hash),
    hasOtherIds: (facts) => marks === null && mayHaveMarks(facts),
    layoutIds: new Set(["main-title"]),
    ...{ importRoots: { "@source/": docsRoot }, redirects: [], redirectHome: null },
    // `temp` compiles the pages elsewhere.
    readsScripts: member(settings.root, "temp") === undefined,
    ...(major === 2 && { importFolder: (page: PlacedPage) => compiledFolder(site, page) }),
    served: {
      base: site.base,
      pathOf: (address) => (address.endsWith("/") ? address : `${address}.html`),
    },
    ...{ basePaths: [], ownHost: null, generatedRoutes: [] },
    staticRoots: [posix.join(folder, ".vuepress/public")],
    slugStyles: ["vitepress"],
    linkStyle: "either",
    isChecked: isOwnPage,
    hasRoute: (one) => hasRoute(site, one),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** Version 2 compiles the pages in a folder of its own, from which their scripts import. */
function compiledFolder(site: VuepressSite, page: PlacedPage): string {
  return posix.join(site.docsRoot, ".vuepress/.temp/pages", addressFolder(site, page));
}

/** Version 2 has never been the latest one of the package. */
function majorOf(asked: string | null, { text }: Settings): 1 | 2 {
  const found = /^(?:npm:vuepress@)?[\^~=v]?(\d+)(?:\.|$)/.exec(asked ?? "");
  if (found !== null) return Number(found[1]) < 2 ? 1 : 2;
  if (asked === "next") return 2;
  return /\bdefineUserConfig\b|Theme\(/.test(text) ? 2 : 1;
}

function excludedBy(patterns: readonly string[]): (path: string) => boolean {
  const [left, taken] = [true, false].map((isLeft) =>
    patterns.filter((one) => one.startsWith("!") === isLeft).map((one) => one.replace(/^!/, "")),
  );
  const isTaken = taken!.map((one) => matchGlob(one.replace(/^\.?\//, "")));
  const isLeft = left!.flatMap((one) => {
    const bare = one.replace(/^\.?\//, "").replace(/\/$/, "");
    return [matchGlob(bare), matchGlob(`${bare}/**`)];
  });
  return (path) => !isTaken.some((matches) => matches(path)) || isLeft.some((matches) => matches(path));
}

/** Those of the theme Hope are written like those of the default one. */
function hasKnownMenus({ themeName }: Settings): boolean {
  return themeName === null || themeName === "hopeTheme";
}

/** Whether an address may be that of a page which code makes: not one that a page had before the change. */
function mayBeMade(site: VuepressSite, { addressesBefore }: Site, target: string): boolean {
  const path = target.replace(/[?#].*$/s, "");
  if (site.open === null || !path.startsWith("/")) return false;
  if (path.endsWith(".md") && !site.mayRedirect) return false;
  return !addressesBefore.has(addressKey(addressIn(site, path)));
}

/** Menus look for pages by the addresses of their files, with or without an ending. */
function findEntry(site: VuepressSite, whole: Site, target: string): string | null {
  const address = addressIn(site, target.replace(/[?#].*$/s, ""));
  return pageAt(site, whole, address) ?? pageAt(site, whole, `${address}/`);
}

function addressIn(site: VuepressSite, path: string): string {
  return ownAddress({ ...site, docsRoot: "/" }, joinAddress("/", path));
}

/** Keeps the ending, and a folder's address only for a page that has one. */
function renderEntry(site: VuepressSite, target: string, page: Parameters<typeof spell>[2]): string | null {
  const path = target.replace(/[?#].*$/s, "");
  const spelled = spell(site, /\/$/.test(path) ? `${path}.html` : path, page);
  return spelled === null ? null : spelled + target.slice(path.length);
}
