import { posix } from "node:path";
import { isPagePath, likelyExtensions, pageExtension } from "../../text/page-path.ts";
import { findEntryPage } from "../changes/find-entry-page.ts";
import { resolveLink } from "../links/resolve-link.ts";
import { decode } from "../links/split-target.ts";
import { routeKey } from "../model/build-index.ts";
import { withoutPartition } from "../model/partition-of.ts";
import type { Site } from "../model/site.ts";
import { findImport } from "../pages/page-anchors.ts";
import { lookUpAddress } from "../sites/shared/addresses.ts";
import { isMenuData, mayFitMenu } from "../sites/shared/data-menus.ts";
import { areMenusUnread } from "./are-menus-unread.ts";
import { mayName, type NamedFile } from "./may-name.ts";
import type { OpenLinks } from "./open-links.ts";
import { countShared, namesOfPath, squeezeName } from "./path-names.ts";
import type { Token } from "./tokens-of.ts";
import {
  isCodeApart,
  isNotebook,
  isOtherCode,
  isPlaced,
  isTemplate,
  isUnreadMarkup,
} from "./unread-markup.ts";

type Links = Pick<OpenLinks, "pages" | "ownHosts">;

/** Files in which single words may be names of pages. */
const navigationName =
  /side-?bar|nav|menu|toc|^_(?:meta|nav)\.|^_category_\.|^(?:astro\.|docusaurus\.|vitepress\.|rspress\.)?config\.|^hugo\.|^book\.toml$|^summary\.|^\.pages$|^_index\.ya?ml$/i;

/** Folders of which every script may hold menus. */
const menuFolder = /(?:^|\/)\.(?:vite|vue)press\/(?!theme\/)/;
const script = /\.[cm]?[jt]s$/;

/** Hidden folders in which tools other than generators keep their settings. */
const toolFolder = /(?:^|\/)\.(?!vitepress|vuepress)[\w-]+\//;

/** What pages show, so that relative addresses in it count from them. */
export const shownByPages = /(?:^|\/)(?:_?data|_includes|_?layouts)\//;

/** Data from which layouts of Hugo and Jekyll make what they like, and the keys that may name pages there. */
const layoutData = /(?:^|\/)_?data\//;
const pageKey = /(?:^|[-{,"'\s])(?:url|link|href|page|path|ref)["']?\s?[:=]\s?["']?$/;
/** In data of menus, keys behind which layouts put a folder in front of a page's name. */
const nameKey = /(?:^|[-{,"'\s])(?:id|slug|doc)["']?\s?[:=]\s?["']?$/;
/** In a template, what takes an address of the site. */
const linkStart = /\b(?:href=|pathto\()["']$/;
const linkFilter = /^["']\s{0,9}\|\s{0,9}(?:url|relURL|absURL|relLangURL|relative_url|absolute_url)\b/;
const listItem = /(?:^|\n|[[,])[ \t]*(?:-[ \t]+)?["']?$/;

/** Settings of CI, which have paths of the repository and no addresses. */
const ciFile =
  /^\.(?:github|circleci|gitlab)\/.*\.ya?ml$|(?:^|\/)(?:\.gitlab-ci|\.travis|(?:azure|bitbucket)-pipelines)\.ya?ml$/;

/** In tests, addresses are examples. */
const ofTests = /(?:^|\/)(?:__tests__|__mocks__|tests?|e2e|cypress)\/|[-_.](?:spec|test)\.[mc]?[jt]sx?$/i;

/** Settings, and paths of those that are about a site. */
const settings = /\.(?:json5?|ya?ml|toml|cfg|ini|conf|txt)$/i;
const aboutSite = /redirect|vercel|netlify|firebase|docs|site|route|link|page/i;

/** Programs and samples, whose addresses from the root are routes and folders of their own. */
const program = /\.(?:py|rb)$/i;
const sampleFolder = /(?:^|\/)(?:scripts|tools|bin|examples?|samples?)\//i;
const sample = /\.[mc]?[jt]sx?$/i;
const ofSphinx = /(?:^|\/)conf\.py$/;

/** Whether a word of a file may name the page; false for words that the generator's rules judge. */
export function mayMean(
  site: Site,
  path: string,
  { address, isBare, isWhole, isEntry }: Token,
  { file, links }: { file: NamedFile; links: Links },
): boolean {
  const asked = { holder: path, address, file };
  const { isRoutingKnown } = site.configuration;
  const isRead = isRoutingKnown && !areMenusUnread(site) && !isUnreadMarkup(site, path);
  if (address.host !== null || isRead) return address.host !== null && mayName(site, links, asked);
  if (isRoutingKnown && isOtherCode(site, path) && !isPagePath(address.path)) return false;
  const isRelative = !address.path.startsWith("/");
  if (isRelative && isPlaced(site, path)) return countsFrom(path, address.path, file.path);
  if (isBare) {
    const name = squeezeName(address.path.replace(/\.html?$/i, ""));
    return (isWhole || isEntry) && file.words.some((word) => squeezeName(word) === name);
  }
  const shared = Math.max(...file.names.map((names) => countShared(address.names, names)));
  const isShown = isTemplate(site, path);
  if (/^\.{1,2}\//.test(address.path))
    return (
      namesFrom(path, address.path, file.path) ||
      ((isShown || shownByPages.test(path)) && shared > 0 && shared === address.names.length)
    );
  if (isRoutingKnown && namesOther(site, path, address.path, file.path)) return false;
  if (isRoutingKnown && isCodeApart(site, path) && namesLess(site, address, file.path)) return false;
  if (!isRoutingKnown && namesOtherFile(site, path, address.path, file.path)) return false;
  const isFile =
    `/${file.path}`.endsWith(`/${address.path.replace(/^\/+|^@\w*\//, "")}`) ||
    namesFrom(path, address.path, file.path);
  if (ciFile.test(path) || (ofTests.test(path) && !isPagePath(path))) return isFile;
  if (isOfProgram(path, file.path) && hasFewer(address, file)) return isFile;
  const isEnough = shared >= 2 || ((isShown || address.path.startsWith("/")) && shared > 0);
  return isFile || (isEnough && mayName(site, links, asked));
}

/**
 * Whether the whole address is that of another page, and not of one that the file is a translation of, or of
 * a file, such as a page in JavaScript or an imported part.
 */
function namesOther(site: Site, holder: string, address: string, path: string): boolean {
  const { routing, entries, unknown } = site.configuration;
  if (!address.startsWith("/") || routing === null) return false;
  const isOfMenu = unknown.entries !== null && entries.some(({ place }) => place.path === holder);
  if (isOfMenu && findEntryPage(site, address) === null) {
    const own = routing.addressesOf({ path, facts: site.pages.get(path) }, site.files);
    return own.length > 0 && !mayFitMenu(site, { file: holder, target: address }, own);
  }
  const bare = (one: string) =>
    withoutPartition(one).replace(/\.[a-z]{2}(?:-\w+)?(?=\.(?:mdx?|markdown)$)/i, "");
  const isOther = (one: string) => one !== path && bare(one) !== bare(path);
  const imported = findImport(site, holder, address);
  if (imported !== null && isOther(imported) && site.files.has(imported)) return true;
  if (resolveLink(site, path, address).kind === "file") return true;
  const page = lookUpAddress(site, address);
  return page !== null && isOther(page);
}

const pageEndings = ["", ...likelyExtensions, ...likelyExtensions.map((ending) => `/index${ending}`)];

/** Whether a path names another file, from the folder of the text or from the root of the repository. */
function namesOtherFile({ files }: Site, holder: string, target: string, path: string): boolean {
  const beside = target.startsWith("/") ? null : posix.join(posix.dirname(holder), target);
  const pages = beside === null ? [] : pageEndings.map((ending) => beside + ending);
  const named = [...pages, posix.join(target.replace(/^\/+/, ""))];
  return !named.includes(path) && named.some((one) => files.has(one));
}

/** Whether an address from the root has not all names of the page's address, and so is another program's. */
function namesLess({ configuration, pages, files }: Site, { path, names }: Token["address"], page: string) {
  const own = configuration.routing?.addressesOf({ path: page, facts: pages.get(page) }, files) ?? [];
  const isLess = (one: string) => countShared(names, namesOfPath(one)) < namesOfPath(one).length;
  return path.startsWith("/") && own.length > 0 && own.every(isLess);
}

/** Whether a file is a program, or holds settings of one outside the folder that the page is in. */
function isOfProgram(holder: string, page: string): boolean {
  if (navigationName.test(posix.basename(holder)) || ofSphinx.test(holder)) return false;
  const top = `${page.split("/", 1)[0]}/`;
  const isApart = !holder.startsWith(top) && page.startsWith(top);
  const isProgram = program.test(holder) || (sampleFolder.test(holder) && sample.test(holder));
  return isProgram || (isApart && settings.test(holder) && !aboutSite.test(holder));
}

/** Whether an address from the root has not all names of the page's path below its first folder. */
function hasFewer({ path, names }: Token["address"], file: NamedFile): boolean {
  return path.startsWith("/") && file.names.every((own) => countShared(names, own) < own.length - 1);
}

function namesFrom(holder: string, target: string, path: string): boolean {
  const meant = posix.join(posix.dirname(holder), target);
  return meant === path || meant === path.replace(pageExtension, "") || meant === routeKey(path);
}

/** Whether a relative address of a page that is published at its place, or of a notebook, names the page. */
function countsFrom(holder: string, target: string, path: string): boolean {
  const meant = posix.join(posix.dirname(holder), decode(target));
  if (isNotebook(holder)) return meant === path;
  const address = meant.replace(/(?:(?:^|\/)index)?\.html?$|\/$/, "");
  return meant === path || address === path.replace(pageExtension, "") || address === routeKey(path);
}

/** Whether a name alone, at this place, is likely that of a page: in a menu, or where a key says so. */
export function isNavigation(
  path: string,
  text: string,
  { token, file }: { token: Token; file: NamedFile },
): boolean {
  const { isWhole, isEntry } = token;
  if (path.endsWith(".rst")) return isEntry && posix.dirname(path) === posix.dirname(file.path);
  if (isPagePath(path) || isNotebook(path) || !isWhole || toolFolder.test(path)) return false;
  if (/\.(?:html?|hbs|jinja2?|j2)$/.test(path)) {
    const end = token.start + token.text.length;
    const isLink = linkStart.test(text.slice(Math.max(0, token.start - 20), token.start));
    if (isLink || linkFilter.test(text.slice(end, end + 40))) return true;
  }
  if (/\.txt$/i.test(path)) return posix.dirname(path) === posix.dirname(file.path) && isAlone(text, token);
  if (layoutData.test(path) && /\.(?:ya?ml|toml|json)$/.test(path)) {
    const before = text.slice(Math.max(0, token.start - 40), token.start);
    if (pageKey.test(before)) return true;
    if (isMenuData(path)) return listItem.test(before) || nameKey.test(before);
    return listItem.test(before) && isNamedAfterFolder(path, file.path);
  }
  const mayHoldMenus =
    navigationName.test(posix.basename(path)) || (menuFolder.test(path) && script.test(path));
  return mayHoldMenus && !isWordOfScript(path, text, token);
}

/** Whether nothing but a list's mark stands beside the word on its line. */
function isAlone(text: string, { start, text: word }: Token): boolean {
  const end = text.indexOf("\n", start);
  const line = text.slice(text.lastIndexOf("\n", start) + 1, end < 0 ? text.length : end);
  return line.replace(/^[\s*+-]{0,80}/, "").trim() === word;
}

/** Such as `_data/tutorials.yml`, which lists pages of `_tutorials/`. */
function isNamedAfterFolder(path: string, page: string): boolean {
  const name = posix.basename(path).replace(/\.\w+$/, "");
  const folders = posix.dirname(page).split("/");
  return folders.some((folder) => folder.replace(/^_/, "") === name);
}

/**
 * In scripts, names of pages are quoted or keys, of which those of a configuration are options: what stands
 * between spaces is a comment or code.
 */
function isWordOfScript(path: string, text: string, { text: word, start }: Token): boolean {
  if (!/\.[mc]?[jt]sx?$/i.test(path) || !/\s/.test(text[start - 1] ?? " ")) return false;
  const after = text.slice(start + word.length).slice(0, 12);
  if (/config\.\w+$/.test(path) && /^ {0,8}:/.test(after)) return true;
  return /^[.!?]{0,3}(?: (?! {0,8}:)|\r?\n|$)/.test(after);
}
