import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import { addressKey } from "../../model/address-key.ts";
import type { SiteContext } from "../../model/site.ts";
import {
  computed,
  itemsOf,
  member,
  type ScriptValue,
  textMember,
  textsMember,
} from "../script/script-values.ts";

/** Starlight plugins that publish no page, and no address without a file extension. */
const silentPlugins =
  /^(?:@astrojs\/starlight-\w+|@catppuccin\/starlight|@lorenzo_lewis\/starlight-utils|starlight-(?:links-validator|llms-txt|image-zoom|heading-badges|sidebar-\S+|kbd|package-managers|scroll-to-top|theme-\S+|\w+-theme|fullview-mode|showcases|contributor-list|markdown-blocks|auto-drafts|cooler-credit|giscus|site-graph|page-actions|plugin-icons|videos|github-alerts|ui-tweaks|auto-sidebar|announcement|toc-overview-customizer|spell-checker|markdown|dot-md|telescope))(?:$|\/)/;
/** Plugins that serve the text of each page, at its address with `.md` after it. */
const textPlugins = /^starlight-(?:markdown|dot-md)$/;
const blogPlugin = "starlight-blog";
const silentIntegrations =
  /^(?:@astrojs\/|@playform\/|astro-(?:icon|expressive-code|embed|robots-txt|mermaid|d2|compress|favicons|og-canvas|imagetools|relative-links|better-image-service)|@astro-community\/|unocss)/;
const fileEnding = /\.(?!html?$|mdx?$)\w+$/;

/** Whether something other than a page of the content may be at an address. */
export type MayExist = (address: string, isBesidePages: boolean) => boolean;

/**
 * Starlight plugins add pages anywhere; Astro integrations and pages of code only outside folders with
 * content.
 */
export function readOtherAddresses(
  { files }: SiteContext,
  { whole, options, root }: { whole: ScriptValue; options: ScriptValue; root: string },
): MayExist {
  const plugins = itemsOf(options, "plugins");
  const blogs = plugins.flatMap(readBlog);
  const isOpen = plugins.some((one) => !isFrom(one, silentPlugins) && readBlog(one).length === 0);
  const servesText = plugins.some((one) => isFrom(one, textPlugins));
  const isOpenAside = itemsOf(whole, "integrations").some((one) => !isFrom(one, silentIntegrations));
  const pages = `${root === "" ? "" : `${root}/`}src/pages/`;
  const redirected = redirectsOf(whole);
  const sources = new Set(redirected.map(addressKey));
  const starts = [...files, ...redirected.map((source) => posix.join(pages, source))].flatMap((path) =>
    path.startsWith(pages) && path.includes("[") ? [`/${path.slice(pages.length, path.indexOf("["))}`] : [],
  );
  return (address, isBesidePages) => {
    if (sources.has(addressKey(address))) return true;
    if (isOpen || (plugins.length > 0 && fileEnding.test(address))) return true;
    if (servesText && /\.mdx?$/.test(address)) return true;
    if (blogs.some((folder) => `${address}/`.includes(`/${folder}/`))) return true;
    return !isBesidePages && (isOpenAside || starts.some((start) => address.startsWith(start)));
  };
}

/**
 * Returns a test for targets that the site's own link check excludes: something that it does not see is
 * there.
 */
export function readExcluded(options: ScriptValue): (target: string) => boolean {
  const validator = itemsOf(options, "plugins").find((one) => isFrom(one, /^starlight-links-validator$/));
  const globs = validator?.kind === "call" ? textsMember(validator.inputs[0], "exclude") : undefined;
  if (globs === undefined || globs === computed) return () => false;
  const matchers = globs.map(matchGlob);
  return (target) => target.startsWith("/") && matchers.some((matches) => matches(target.slice(1)));
}

export function handlesDrafts(options: ScriptValue): boolean {
  return itemsOf(options, "plugins").some((one) => isFrom(one, /^starlight-auto-drafts$/));
}

function isFrom(item: ScriptValue, packages: RegExp): boolean {
  return item.kind === "call" && item.source !== null && packages.test(item.source);
}

/** Returns the folder of the blog's lists and feeds. */
function readBlog(item: ScriptValue): string[] {
  if (item.kind !== "call" || item.source !== blogPlugin) return [];
  const prefix = textMember(item.inputs[0], "prefix");
  return prefix === computed ? [] : [(prefix ?? "blog").replace(/^\/|\/$/g, "")];
}

function redirectsOf(whole: ScriptValue): string[] {
  const found = member(whole, "redirects");
  return found === undefined || found === computed || found.kind !== "object"
    ? []
    : [...found.members.keys()];
}
