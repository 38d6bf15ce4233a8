import { posix } from "node:path";
import { addressKey } from "../../model/address-key.ts";
import type { Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { markShared } from "../shared/mark-shared.ts";
import { rspressHeadingIds } from "./heading-ids.ts";
import { createNavigation } from "./navigation.ts";
import { isMenuFile, readWrittenMenus } from "./read-menus.ts";
import { readRspressSettings, type Settings } from "./read-settings.ts";
import { renderRspressLink } from "./render-link.ts";
import { resolveRspressLink } from "./resolve-link.ts";
import { createRoutes, type RspressRoutes } from "./routes.ts";
import { readThemeMenus } from "./theme-menus.ts";
import { listTranslations } from "./translations.ts";

/** `path` is `rspress.config.*`. */
export async function readRspressConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const settings = await readRspressSettings(context, path);
  const { docsRoot, major, whyUnknown } = settings;
  const routes = createRoutes(settings, context.files);
  const theme = readThemeMenus(settings.root);
  const written = theme === null ? await readWrittenMenus(context, { docsRoot, major, ...routes }) : null;
  const navigation = createNavigation(written?.menus ?? [], routes);
  const entries = markShared([...(theme?.entries ?? []), ...navigation.entries, ...(written?.links ?? [])]);
  return {
    ...{ navigationFile: path, docsRoot, menuPatterns: (theme ?? written)?.patterns ?? [] },
    readFrom: [...settings.readFrom, ...(written?.readFrom ?? [])],
    entries: whyUnknown === null ? entries : [],
    openEntries: theme === null || theme.areWritten ? undefined : "parts of the menus are computed",
    unknown: {
      ...allKnown,
      routing: whyUnknown,
      "heading-ids": settings.keepsIds ? null : "the configuration changes how Markdown is read",
      entries: whyUnknown !== null && entries.length > 0 ? whyUnknown : null,
      navigation: theme === null ? null : "Rspress shows pages without a place in the navigation as well",
    },
    whyUnproved: settings.open,
    routing: {
      ...{ fieldLinks: "field", readsComponents: true },
      addressesOf: routes.addressesOf,
      addressFolder: routes.addressFolder,
      translationsOf: (from, to, files) => listTranslations({ path, settings, routes }, { from, to, files }),
      resolve: (whole, ...input) => resolveRspressLink(settings, routes, whole, ...input),
      renderPath: (_, ...input) => renderRspressLink(settings, routes, ...input),
      findEntry: (whole, target) => {
        const found = navigation.findEntry(whole, target);
        return found === undefined ? findAddress(routes, whole, target) : found;
      },
      renderEntry: (whole, target, page) => {
        const found = navigation.renderEntry(whole, target, page);
        return found === undefined ? renderMenuAddress(settings, routes, target, page.path) : found;
      },
    },
    // A page that the change removes was not made by a plugin.
    isServedElsewhere: (target, { addressesBefore }) =>
      settings.open !== null &&
      target.startsWith("/") &&
      !addressesBefore.has(addressKey(routes.routeOf(target.replace(/[?#].*$/s, "")))),
    headingIds: rspressHeadingIds,
    // Overviews show the headings of other pages; the compiler of version 1 writes some letters as escapes.
    hasOtherIds: ({ fields, headings }) =>
      fields.overview === "true" ||
      (major === 1 && headings.some(({ text }) => /[\u0080-\u00ff]/.test(text))),
    layoutIds: new Set(major === 1 ? ["root", "navScreen", "search-container", "aside-container"] : []),
    ...{ importRoots: {}, redirects: [], redirectHome: null },
    whyNoRedirects: "Rspress needs a plugin for them",
    served: {
      base: settings.base,
      pathOf: (address) => (address.endsWith("/") ? address : `${address}.html`),
    },
    ...{ basePaths: [], ownHost: null, generatedRoutes: [] },
    staticRoots: [posix.join(docsRoot, "public")],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    hasRoute: (one) => /\.mdx?$/.test(one) && routes.hasRoute(one),
    mayBeUnlisted: navigation.isListed,
    ...(theme !== null && { isUnused: isMenuFile }),
    missingEntry: navigation.missingEntry,
    findings: [],
  };
}

function findAddress(routes: RspressRoutes, whole: Site, target: string): string | null {
  return routes.pageAt(whole, routes.routeOf(target.replace(/[?#].*$/s, "")));
}

/** Writes an address in a menu with `.html`, and with the name of the main language, if it had them. */
function renderMenuAddress(
  { docsRoot, languages }: Settings,
  routes: RspressRoutes,
  target: string,
  page: string,
): string | null {
  if (!routes.hasRoute(page)) return null;
  const path = target.replace(/[?#].*$/s, "");
  const own = posix.join("/", posix.relative(docsRoot, page));
  const isWhole = languages.main !== "" && path.startsWith(`/${languages.main}/`);
  const address = isWhole ? own.replace(/\.\w+$/, "").replace(/(?<=\/)index$/, "") : routes.routeOf(own);
  const spelled = /\.html$/.test(path) ? `${address.replace(/\/$/, "/index")}.html` : address;
  return spelled + target.slice(path.length);
}
