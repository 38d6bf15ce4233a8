import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readScript } from "../script/read-script.ts";
import {
  computed,
  member,
  type ScriptValue,
  textMember,
  textsMember,
  unwrapCall,
} from "../script/script-values.ts";
import { readHost, withSlash } from "../shared/addresses.ts";
import { findOtherMdx } from "../shared/find-other-mdx.ts";
import type { DocusaurusSite } from "./content.ts";
import { readHeadingIds } from "./heading-ids.ts";
import { readListFiles, refuseOtherBlog } from "./lists.ts";
import { readMenus } from "./menus.ts";
import { nameDocs } from "./name-docs.ts";
import { readNavigation } from "./navigation.ts";
import { placesOfOptions } from "./option-places.ts";
import { findOtherIds } from "./other-ids.ts";
import { readSite } from "./read-plugins.ts";
import { renderDocusaurusLink } from "./render-link.ts";
import { resolveDocusaurusLink } from "./resolve-link.ts";
import { createRoutes } from "./routes.ts";
import { isOfOldVersion, translationsOf } from "./translations.ts";
import { findLinkComponents, writesTargets } from "./writes-targets.ts";

/** `path` is `docusaurus.config.*`. */
export async function readDocusaurusConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { value: whole, readFrom } = await readScript(context, path);
  const value = unwrapCall(whole, /^define[A-Z]/);
  const root = posix.dirname(path) === "." ? "" : posix.dirname(path);
  const read = await readSite(context, value, root);
  const site: DocusaurusSite = typeof read === "string" ? emptySite(root) : read.site;
  const links = await findLinkComponents(context, root);
  site.writesTargets = links.length > 0 || (await writesTargets(context, readFrom));
  const routes = createRoutes(site);
  const sidebars = typeof read === "string" ? [] : read.sidebars;
  const lists = await readListFiles(context, [...site.blogs, ...site.docs]);
  const navigation = await readNavigation(context, site.docs, sidebars);
  site.listed = navigation.listed;
  site.mayListElsewhere ||= site.hasOthers || !navigation.areListed;
  const { otherMdx, version, readFrom: manifests } = await findOtherMdx(context, root);
  Object.assign(site, readingsOf(version));
  const menus = readMenus(value, { site, routes, links: navigation.links });
  const folders = textsMember(value, "staticDirectories");
  const docs = nameDocs(site.docs);
  const { headingIds, whyUnknown } = readHeadingIds(value);
  return {
    ...{ navigationFile: sidebars[0]?.path ?? path, docsRoot: site.docs[0]?.folder ?? root },
    readFrom: [
      ...new Set([
        ...[...readFrom, ...manifests, ...navigation.readFrom, ...links, ...lists],
        posix.join(root, "versions.json"),
      ]),
    ],
    entries: [...navigation.entries, ...menus.entries],
    menuPatterns: [...navigation.others, ...placesOfOptions(value)],
    openEntries: navigation.areWritten && menus.areWritten ? undefined : "parts of the menus are computed",
    unknown: {
      ...allKnown,
      routing:
        typeof read === "string" ? read : folders === computed ? "staticDirectories are computed" : null,
      "heading-ids": whyUnknown,
      navigation: navigation.entries.length === 0 ? "its sidebars follow the folders, or are computed" : null,
    },
    routing: {
      ...{ addressesOf: routes.addressesOf, addressFolder: routes.addressFolder },
      ...{ readsComponents: true, resolve: (...input) => resolveDocusaurusLink(site, routes, ...input) },
      renderPath: (...input) => renderDocusaurusLink(site, routes, ...input),
      ...{ readsPartFiles: true, isTranslation: routes.isTranslation, onlyPageOf: routes.onlyPageOf },
      refusesAt: (...input) => refuseOtherBlog(site, ...input),
      translationsOf: (...input) => translationsOf(site, ...input),
      findEntry: (whole, target) => {
        if (menus.isEntry(target)) return menus.findPage(whole, target);
        return docs.findPage(whole, target);
      },
      renderEntry: (_, target, page) => {
        if (menus.isEntry(target)) return menus.render(target, page);
        return docs.render(target, page);
      },
    },
    ...{ headingIds, hasOtherIds: await findOtherIds(context, root, otherMdx), ...redirectsOf(site) },
    isServedElsewhere: (target, whole) =>
      menus.isEntry(target) ? menus.mayExist(whole, target) : docs.mayExist(whole, target),
    ...{ importRoots: { "@site/": root }, readsMdx: readsMdx(value), otherMdx },
    ...(typeof read !== "string" && { isUnused: (one: string) => isOfOldVersion(site, one) }),
    served: { base: site.base, pathOf: (address) => withSlash(address, site.endsWithSlash) },
    ...{ basePaths: [], ownHost: readHost(textMember(value, "url")), generatedRoutes: [] },
    staticRoots: (Array.isArray(folders) ? folders : ["static"]).map((one) => posix.join(root, one)),
    ...{ slugStyles: ["github" as const], linkStyle: "either" as const },
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    ...{ hasRoute: routes.hasRoute, mayBeUnlisted: () => true, findings: [] },
  };
}

/** Whether files named `.md` are MDX as well. */
function readsMdx(value: ScriptValue): boolean {
  const markdown = member(value, "markdown");
  const format = markdown === computed ? computed : textMember(markdown, "format");
  return format === undefined || format === "mdx";
}

function redirectsOf({ redirects, redirectHome, makeOldAddresses }: DocusaurusSite) {
  const whyNoRedirects = "the configuration writes out no redirects of plugin-client-redirects";
  return { redirects, redirectHome, whyNoRedirects, makeOldAddresses };
}

function emptySite(root: string): DocusaurusSite {
  return {
    ...{ root, base: null, languages: new Map(), endsWithSlash: null, docs: [], blogs: [], pages: [] },
    ...{
      listed: new Map(),
      mayListElsewhere: true,
      hasOthers: true,
      otherRoutes: [],
      writesTargets: false,
      redirects: [],
      redirectHome: null,
    },
  };
}

/** What depends on the version of Docusaurus that is asked for. */
function readingsOf(
  version: string,
): Pick<DocusaurusSite, "keepsFileAddresses" | "looksBesideFirst" | "looksEverywhere"> {
  return {
    keepsFileAddresses: !/^\D{0,2}(?:3\.(?:[89]|\d\d)|[4-9])(?:\.|$)/.test(version),
    looksBesideFirst: looksBesideFirst(version),
    looksEverywhere: isBeforeBeta20.test(version),
  };
}

const isBeforeBeta20 = /^\D{0,2}2\.0\.0-(?:alpha|beta\.1?\d(?!\d))/;

/** From 3.9 on, and once before; null where the version that is asked for may be one of either kind. */
function looksBesideFirst(version: string): boolean | null {
  const [, range, major, minor = "0"] = /^(\D{0,2})(\d{1,3})(?:\.(\d{1,3}))?/.exec(version) ?? [];
  if (major === undefined) return null;
  if (isBeforeBeta20.test(version)) return range === "" ? true : null;
  if (Number(major) !== 3) return Number(major) > 3;
  if (Number(minor) >= 9) return true;
  return range === "" || range === "~" ? false : null;
}
