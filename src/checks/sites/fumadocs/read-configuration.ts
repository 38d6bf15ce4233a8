import { posix } from "node:path";
import { splitTarget } from "../../links/split-target.ts";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import type { ImportRoots } from "../script/syntax-tree.ts";
import { withSlash } from "../shared/addresses.ts";
import { indexNextCode } from "../shared/find-next-code.ts";
import { readOtherAddresses } from "../shared/next-addresses.ts";
import { findShown, readApp, readLinkCode, readMiddleware, type ShownSource } from "./find-pages-of-code.ts";
import { createHeadingIds, hasLaterId } from "./heading-ids.ts";
import { createNavigation } from "./navigation.ts";
import { findOtherIds } from "./other-ids.ts";
import { type Collection, readCollections } from "./read-collections.ts";
import { type Loader, readLoaders } from "./read-loaders.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readMenus } from "./read-menus.ts";
import { readNext, withoutNext } from "./read-next.ts";
import { readRouterApp } from "./read-router.ts";
import { renderFumadocsLink } from "./render-link.ts";
import { resolveFumadocsLink } from "./resolve-link.ts";
import { createRoutes, type FumadocsSite, type PlacedLoader } from "./routes.ts";

/** `path` is `source.config.*`. */
export async function readFumadocsConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const { collections, options, readFrom } = await readCollections(context, path, root);
  const sources = await readSources(context, root, collections);
  const { site, loaders, whyUnknown, others } = sources;
  const routes = createRoutes(site, context.files);
  const { menus, readFrom: metas } = await readMenus(context, routes);
  const navigation = createNavigation(menus, routes);
  const code = await Promise.all(readFrom.map(async (one) => (await context.read(one)).toString("utf8")));
  const markdown = readMarkdown(options, code.join("\n"));
  const all = [...collections.values()];
  const docsRoot = findDocsRoot(context.files, all, root);
  const isMenuCode = loaders.some(({ changesMenu }) => changesMenu);
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [...new Set([...readFrom, ...sources.readFrom, ...metas])],
    entries: navigation.entries,
    unknown: {
      ...allKnown,
      routing: whyUnknown,
      "heading-ids": markdown.keepsIds ? null : "the configuration changes how Markdown is read",
      navigation: isMenuCode ? "code of the site changes the menu" : null,
    },
    routing: {
      addressesOf: (page, files) => routes.addressesOf(page, files),
      addressFolder: routes.addressFolder,
      ...{ translationsOf: routes.translationsOf, refusesAt: routes.refusesAt },
      resolve: (...input) => resolveFumadocsLink(site, routes, ...input),
      renderPath: (...input) => renderFumadocsLink(site, routes, ...input),
      readsComponents: true,
      ...{ includes: { kinds: ["tag-include"], folders: null, root: "" }, countsFromHolder: true },
      hasName: hasLaterId,
      findEntry: navigation.findEntry,
      renderEntry: navigation.renderEntry,
    },
    isServedElsewhere: (target, whole) => {
      const address = /\((\/[^()]*)\)$/.exec(target)?.[1] ?? (target.startsWith("/") ? target : null);
      const parts = address === null ? null : splitTarget(address);
      if (parts === null) return false;
      return resolveFumadocsLink(site, routes, whole, docsRoot, parts, "link").kind !== "missing";
    },
    headingIds: createHeadingIds(markdown),
    hasOtherIds: await findOtherIds(context, root),
    layoutIds: new Set(["nd-page", "nd-toc", "toc-title"]),
    importRoots: { "@/": root.replace(/\/$/, "") },
    redirects: others.redirects,
    redirectsComeFirst: true,
    redirectHome: others.redirectHome,
    whyNoRedirects: "the configuration writes out no list of redirects",
    served: { base: site.basePath, pathOf: (address: string) => withSlash(address, site.endsWithSlash) },
    // What fumadocs-mdx writes: a list of all pages.
    isUnused: (one: string) => one.startsWith(`${root}.source/`),
    basePaths: [],
    staticRoots: [`${root}public`],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    // Which pages there are is known even where their addresses are not.
    hasRoute: whyUnknown === null ? routes.hasRoute : (one) => all.some(({ has }) => has(one)),
    mayBeUnlisted: navigation.isListed,
    missingEntry: navigation.missingEntry,
    findings: [],
  };
}

interface Sources {
  site: FumadocsSite;
  loaders: Loader[];
  whyUnknown: string | null;
  others: Awaited<ReturnType<typeof readOtherAddresses>>;
  readFrom: string[];
}

async function readSources(
  context: SiteContext,
  root: string,
  collections: ReadonlyMap<string, Collection>,
): Promise<Sources> {
  const roots: ImportRoots = { "@/": [root, `${root}src/`], "~/": [root, `${root}src/`] };
  const { loaders, readFrom } = await readLoaders(context, root, roots);
  const hasLanguages = loaders.some(({ languages }) => languages !== null);
  const router = await readRouterApp(context, root);
  const app = readApp(context.files, root, hasLanguages, router);
  const linkCode = await readLinkCode(context, root);
  const placed: PlacedLoader[] = [];
  const shown: ShownSource[] = [];
  const open: string[] = router === null ? [] : router.isOpen ? ["/"] : [...router.named];
  let whyUnknown: string | null = null;
  for (const loader of loaders) {
    const page = await findShown(context, app, loader, linkCode);
    const found = page === null ? null : place(loader, page, collections);
    whyUnknown ??= loader.whyUnknown ?? (found === null ? "no page of code shows the pages" : null);
    if (loader.base !== null && (found === null || loader.hasOthers || page?.redirects === true))
      open.push(loader.base);
    if (found === null) continue;
    placed.push(found);
    shown.push(page!);
  }
  const config = router === null ? await readNext(context, root, roots) : { ...withoutNext, ...router };
  const middleware = await readMiddleware(context, root);
  const others = await readOtherAddresses(context, config.value, {
    ...{ root, files: app.code, isKnown: () => middleware.isQuiet },
    shown: new Set(shown.map(({ path }) => path)),
  });
  const isBelow = (address: string) =>
    open.some((base) => address === base || address.startsWith(base === "/" ? "/" : `${base}/`));
  const isText = (address: string) => middleware.isThere && /\.(?:mdx?|txt)$/.test(address);
  const site: FumadocsSite = {
    ...{ root, code: indexCode(root, app), loaders: placed },
    ...{ basePath: config.basePath, endsWithSlash: config.endsWithSlash },
    ...{ addsLanguage: middleware.addsLanguage, hasOwnRouter: router !== null },
    mayExist: (address) => isBelow(address) || isText(address) || others.mayExist(address),
    followTemporary: others.followTemporary,
  };
  const isKnown = placed.length > 0;
  return {
    ...{ site, loaders, others },
    whyUnknown: isKnown ? config.whyUnknown : (whyUnknown ?? "no source of pages is found"),
    readFrom: [...readFrom, ...config.readFrom, ...others.readFrom],
  };
}

/** By addresses without the language's name; the files are those of the repository. */
function indexCode(root: string, { app, code, pathOf }: ReturnType<typeof readApp>): Map<string, string> {
  const found = indexNextCode({ root, app }, code);
  return new Map([...found].map(([key, path]) => [key, pathOf.get(path) ?? path]));
}

/** Null if the pages of a source cannot be known. */
function place(
  loader: Loader,
  { links, shows }: ShownSource,
  collections: ReadonlyMap<string, Collection>,
): PlacedLoader | null {
  const { base } = loader;
  if (loader.whyUnknown !== null || base === null) return null;
  const parts: PlacedLoader["parts"] = [];
  for (const { collection: name, below } of loader.parts) {
    const collection = collections.get(name);
    if (collection === undefined) return null;
    parts.push({ collection, below });
  }
  return { ...loader, base, parts, links, shows };
}

/** The folder with the most pages. */
function findDocsRoot(files: ReadonlySet<string>, collections: readonly Collection[], root: string): string {
  const counts = collections.map(({ folder, has }) => ({ folder, count: [...files].filter(has).length }));
  counts.sort((a, b) => b.count - a.count);
  return (counts[0]?.folder ?? root).replace(/\/$/, "");
}
