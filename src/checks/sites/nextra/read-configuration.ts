import { posix } from "node:path";
import { splitTarget } from "../../links/split-target.ts";
import type { PlacedPage, Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readScript } from "../script/read-script.ts";
import {
  computed,
  flagMember,
  member,
  type ScriptValue,
  textMember,
  textsMember,
  unwrapCall,
} from "../script/script-values.ts";
import { lookUpAddress, withSlash } from "../shared/addresses.ts";
import { readOtherAddresses } from "../shared/next-addresses.ts";
import { findIdWriters } from "../shared/own-components.ts";
import { pagesBelow } from "../shared/pages-below.ts";
import { nextraPackages } from "./detect.ts";
import { hasNextraIds, nextraHeadingIds } from "./heading-ids.ts";
import { readMenus } from "./navigation.ts";
import { renderNextraLink } from "./render-link.ts";
import { resolveNextraLink } from "./resolve-link.ts";
import { createRoutes, type NextraRoutes, type NextraSite } from "./routes.ts";

const nothing: ScriptValue = { kind: "object", members: new Map(), places: new Map(), isOpen: false };

/** `path` is `next.config.*`. */
export async function readNextraConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { value, readFrom } = await readScript(context, path);
  const whole = unwrapCall(value, /^(?:with|nextra)/);
  const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const { site: found, shown } = await findFolders(context, root);
  const others = await readOtherAddresses(context, whole, {
    root,
    shown: new Set(shown === null ? [] : [shown]),
  });
  const isWrapped = nextraPackages.wrapped.test((await context.read(path)).toString("utf8"));
  const read = readSite(found, whole, isWrapped);
  const site: NextraSite = {
    ...(typeof read === "string" ? found : read),
    mayExist: others.mayExist,
    followTemporary: others.followTemporary,
  };
  const routes = createRoutes(site);
  const navigation = await readMenus(context, site);
  const writesIds = await findIdWriters(context, root.replace(/\/$/, ""));
  const docsRoot = (site.content[0]?.folder ?? site.app ?? root).replace(/\/$/, "");
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [...readFrom, ...navigation.readFrom, ...others.readFrom],
    entries: navigation.entries,
    menuPatterns: navigation.patterns,
    unknown: {
      ...allKnown,
      routing: typeof read === "string" ? read : null,
      navigation: "Nextra shows pages that no _meta file names as well",
    },
    routing: {
      addressesOf: routes.addressesOf,
      addressFolder: routes.addressFolder,
      translationsOf: routes.translationsOf,
      resolve: (...input) => resolveNextraLink(site, routes, ...input),
      renderPath: (...input) => renderNextraLink(site, routes, ...input),
      readsComponents: true,
      findEntry,
      renderEntry: (_, target, page) => renderEntry(site, routes, target, page),
    },
    isServedElsewhere: (target, whole) => {
      const parts = target.startsWith("/") ? splitTarget(target) : null;
      return (
        parts !== null && resolveNextraLink(site, routes, whole, docsRoot, parts, "link").kind !== "missing"
      );
    },
    headingIds: nextraHeadingIds,
    hasOtherIds: (facts) => (!isBefore4(site) && hasNextraIds(facts)) || writesIds(facts),
    importRoots: { "@/": root.replace(/\/$/, "") },
    redirects: others.redirects,
    redirectsComeFirst: true,
    redirectHome: others.redirectHome,
    whyNoRedirects: "the configuration writes out no list of redirects",
    ...(typeof read !== "string" && {
      served: { base: read.basePath, pathOf: (address: string) => withSlash(address, read.endsWithSlash) },
    }),
    basePaths: [],
    staticRoots: [`${root}public`],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    hasRoute: routes.hasRoute,
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/**
 * Returns the page that an entry names by its address, its name or that of the folder around it; for a folder
 * with several ones, or with code, the folder, which no page takes with it.
 */
function findEntry(whole: Site, target: string): string | null {
  if (target.startsWith("/")) return lookUpAddress(whole, target.replace(/[?#].*$/s, ""));
  const beside = [".mdx", ".md"].map((end) => target + end).filter((one) => whole.files.has(one));
  const below = whole.index.folders.has(target) ? pagesBelow(whole.files, target) : [];
  const [page, ...others] = [...beside, ...below];
  if (page === undefined) return null;
  return others.length === 0 && /\.mdx?$/.test(page) ? page : target;
}

/** Another folder has a `_meta` file of its own. */
function renderEntry(
  { app }: NextraSite,
  routes: NextraRoutes,
  target: string,
  { path: page, facts }: PlacedPage,
): string | null {
  if (target.startsWith("/")) {
    const [address] = routes.addressesOf({ path: page, facts });
    const [bare = "", rest = ""] = target.split(/(?=[?#])(.*)/s);
    return address === undefined ? null : withSlash(address, bare.endsWith("/")) + rest;
  }
  if (page.startsWith(`${target}/`)) return posix.basename(target);
  const isInApp = app !== null && page.startsWith(app);
  const named = page.replace(isInApp ? /(?:\/page)?\.mdx?$/ : /\.mdx?$/, "");
  return posix.dirname(named) === posix.dirname(target) ? posix.basename(named) : null;
}

/** Returns the reason if it cannot be known. */
function readSite(found: NextraSite, whole: ScriptValue, isWrapped: boolean): NextraSite | string {
  // `withNextra()` without arguments.
  const isEmpty = whole.kind === "call" && whole.inputs.length === 0;
  if (whole.kind !== "object" && !isEmpty) return "the configuration of Next.js is computed";
  const given: ScriptValue = isEmpty ? nothing : whole;
  const basePath = textMember(given, "basePath");
  const slash = flagMember(given, "trailingSlash");
  if (slash === computed) return "the form of addresses is computed in next.config";
  const languages = readLanguages(given);
  if (languages === undefined) return "the languages are computed in next.config";
  if (found.content.length === 0 && found.app === null) return "no page shows the content folder";
  if (languages !== null && isBefore4(found)) return "languages of Nextra before 4 are not read";
  return {
    ...found,
    languages,
    // A wrapper takes the base from the environment.
    basePath: basePath === computed ? null : (basePath ?? (isWrapped ? null : "")),
    endsWithSlash: slash === true,
  };
}

function isBefore4({ content }: NextraSite): boolean {
  return content.some(({ folder }) => folder.endsWith("pages/"));
}

/** Finds the folders, whatever the configuration says, and the page of code that shows the content. */
async function findFolders(
  { files, read }: SiteContext,
  root: string,
): Promise<{ site: NextraSite; shown: string | null }> {
  const isFilled = (folder: string) => [...files].some((path) => path.startsWith(folder));
  const isWritten = (folder: string) =>
    [...files].some((path) => path.startsWith(folder) && /\.mdx?$/.test(path));
  const app = [`${root}app/`, `${root}src/app/`].find(isFilled) ?? null;
  const base = {
    root,
    app,
    languages: null,
    basePath: "",
    endsWithSlash: false,
    mayExist: () => true,
    followTemporary: () => null,
  };
  const pages = [`${root}pages/`, `${root}src/pages/`].find(isWritten);
  // Before Nextra 4, a folder of the app may hold pages of code beside them.
  if (app === null || (pages !== undefined && !isWritten(app))) {
    const content = pages === undefined ? [] : [{ folder: pages, address: "/" }];
    return { site: { ...base, content }, shown: null };
  }
  const folder = [`${root}content/`, `${root}src/content/`].find(isFilled);
  const shown: string[] = [];
  for (const path of files) {
    const isAll = path.startsWith(app) && /\/\[\[?\.\.\.\w+\]\]?\/page\.[jt]sx?$/.test(`/${path}`);
    const text = isAll ? (await read(path)).toString("utf8") : "";
    if (/nextra\/pages|@theguild\/components\/pages/.test(text)) shown.push(path);
  }
  const [page] = shown;
  if (folder === undefined || page === undefined || shown.length > 1)
    return { site: { ...base, content: [] }, shown: null };
  const names = page.slice(app.length).split("/").slice(0, -2);
  const address = `/${names.filter((part) => !/^[([]/.test(part)).join("/")}`;
  return { site: { ...base, content: [{ folder, address }] }, shown: page };
}

/** Undefined if computed; null for one language. */
function readLanguages(given: ScriptValue): NextraSite["languages"] | undefined {
  const found = member(given, "i18n");
  if (found === undefined) return null;
  if (found === computed) return undefined;
  const names = textsMember(found, "locales");
  const main = textMember(found, "defaultLocale");
  if (!Array.isArray(names) || typeof main !== "string") return undefined;
  return { names, main };
}
