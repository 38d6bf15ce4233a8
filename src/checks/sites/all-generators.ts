import { posix } from "node:path";
import { AppError } from "../../errors.ts";
import { isPagePath } from "../../text/page-path.ts";
import type { SiteConfiguration, SiteContext } from "../model/site.ts";
import type { SiteShape } from "../types.ts";
import { docsify } from "./docsify/generator.ts";
import { docusaurus } from "./docusaurus/generator.ts";
import { fumadocs } from "./fumadocs/generator.ts";
import type { GeneratorConfiguration, SiteGenerator } from "./generator.ts";
import { gitbook } from "./gitbook/generator.ts";
import { github } from "./github/generator.ts";
import { hugo } from "./hugo/generator.ts";
import { jekyll } from "./jekyll/generator.ts";
import { mdbook } from "./mdbook/generator.ts";
import { mintlify } from "./mintlify/generator.ts";
import { mkdocs } from "./mkdocs/generator.ts";
import { mystmd } from "./mystmd/generator.ts";
import { nextra } from "./nextra/generator.ts";
import { plain } from "./plain/generator.ts";
import { rspress } from "./rspress/generator.ts";
import { noticePatches } from "./shared/notice-patches.ts";
import { findPagesBeside, withPagesBeside } from "./shared/pages-beside.ts";
import { readHostName } from "./shared/read-host-name.ts";
import { sphinx } from "./sphinx/generator.ts";
import { starlight } from "./starlight/generator.ts";
import { vitepress } from "./vitepress/generator.ts";
import { vuepress } from "./vuepress/generator.ts";

/** In the order in which they are asked; the last one accepts everything. */
const generators: Readonly<Record<SiteShape["generator"], SiteGenerator>> = {
  mintlify,
  vitepress,
  vuepress,
  docusaurus,
  starlight,
  nextra,
  fumadocs,
  rspress,
  mkdocs,
  sphinx,
  mystmd,
  mdbook,
  hugo,
  docsify,
  gitbook,
  jekyll,
  github,
  plain,
};

/** Folders for experiments; a site there counts only if the repository has no other. */
const aside = /(?:^|\/)_{0,2}(?:fixtures?|tests?|testdata|e2e|examples?|templates?|playgrounds?)_{0,2}\//i;

/** Whether a file is one of an example, a template or a test. */
export function isAside(path: string): boolean {
  return aside.test(path) || foreign.test(path);
}

/** Whether a page is other people's, or input of tests. */
function isOfOthers(path: string): boolean {
  return foreign.test(path) || samples.test(path);
}

/** Pages that are input of tests, unless it is a README about them. */
const samples = /(?:^|\/)_{0,2}(?:fixtures?|tests?|testdata)_{0,2}\//i;

/** The same where a repository has no site, as its pages may be about tests, or fixtures. */
function isInput(path: string, packages: ReadonlySet<string>): boolean {
  const folders = path.split("/").slice(0, -1);
  if (folders.some((one, at) => testFolder.test(one) && packages.has(folders.slice(0, at).join("/"))))
    return true;
  if (folders.some((one) => /^(?:__(?:fixtures?|tests?)__|testdata)$/.test(one))) return true;
  const code = folders.findIndex((one) => /^(?:tests?|e2e|packages|src)$/.test(one));
  return code >= 0 && folders.slice(code).some((one) => /^fixtures?$/.test(one));
}

const testFolder = /^(?:tests?|spec)$/;
const manifest =
  /(?:^|\/)(?:package\.json|[^/]+\.gemspec|Cargo\.toml|go\.mod|pyproject\.toml|composer\.json)$/;
const ofPages = /(?:^|\/)(?:docs?|documentation|website|site|content|src)$/;

/** Folders with code whose tests stand beside it, but not those of a site's pages. */
function listPackages(files: ReadonlySet<string>): Set<string> {
  const folders = [...files].filter((path) => manifest.test(path)).map((path) => posix.dirname(path));
  return new Set(folders.filter((one) => !ofPages.test(one)).map((one) => (one === "." ? "" : one)));
}

/** Folders of third-party code with its documentation. */
const foreign = /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]party)\//;

/**
 * Returns the configuration of the generator that builds the repository. Pages beside the sites of a
 * repository belong to the first one, not to a further one.
 */
export async function configureSite(
  context: SiteContext,
  { isFurther = false } = {},
): Promise<SiteConfiguration> {
  const own = without(context, foreign);
  const main = without(own, aside);
  const hasAside = main.files.size < own.files.size;
  const found = (hasAside ? await detect(main, hasOwnConfiguration) : null) ?? (await detect(own));
  if (found === null) throw new AppError("internal_error", "no site generator accepted the repository");
  const { generator, read: asWritten } = await readWithPages(context, own, found);
  const ofSite = hasOwnConfiguration(generator) ? await noticePatches(own, asWritten) : asWritten;
  const mayHave = hasOwnConfiguration(generator) && !isFurther;
  const beside = mayHave ? findPagesBeside(context.files, ofSite, { isAside, isOfOthers }) : null;
  const read = beside === null ? ofSite : withPagesBeside(ofSite, beside);
  const { routing, navigation } = read.unknown;
  // Beside a site, pages that test other programs are no documentation.
  const isBeside = (one: string) => samples.test(one) && !read.hasRoute(one) && !isBelow(one, read.docsRoot);
  const packages = hasOwnConfiguration(generator) ? new Set<string>() : listPackages(own.files);
  const isSample = (one: string) =>
    (hasOwnConfiguration(generator) ? isBeside(one) : isInput(one, packages)) &&
    !/(?:^|\/)README\.\w+$/i.test(one);
  // A list that several menus share is counted once.
  const entries = [
    ...new Map(
      read.entries.map((one) => [`${one.place.path}:${one.place.start}:${one.target}`, one]),
    ).values(),
  ];
  const hasHost = hasOwnConfiguration(generator);
  return {
    ...read,
    entries,
    generator,
    ownHost: read.ownHost ?? (hasHost ? await readHostName(context, read) : null),
    isChecked: (one) => read.isChecked(one) && !isSample(one),
    isRoutingKnown: routing === null,
    isNavigationKnown: navigation === null,
  };
}

type Read = { generator: Name; read: GeneratorConfiguration };

/** Reads a site; if a build writes all of its pages, the Markdown of the repository is read instead. */
async function readWithPages(
  context: SiteContext,
  own: SiteContext,
  { generator, path }: Found,
): Promise<Read> {
  const read = await generators[generator].readConfiguration(context, path);
  const pages = [...own.files].filter(isPagePath);
  if (!hasOwnConfiguration(generator) || pages.length === 0 || pages.some(read.isChecked))
    return { generator, read };
  const other = await detect(own, (name) => !hasOwnConfiguration(name));
  return other === null ? { generator, read } : await readWithPages(context, own, other);
}

function isBelow(path: string, folder: string): boolean {
  return folder !== "" && path.startsWith(`${folder}/`);
}

type Name = SiteShape["generator"];

function without(context: SiteContext, left: RegExp): SiteContext {
  return { ...context, files: new Set([...context.files].filter((path) => !left.test(path))) };
}

interface Found {
  generator: Name;
  path: string;
}

/** The first generator with a site; of several sites in folders of their own, one with far more pages. */
async function detect(
  context: SiteContext,
  isAsked: (generator: Name) => boolean = () => true,
): Promise<Found | null> {
  let first: Found | null = null;
  for (const generator of Object.keys(generators) as Name[]) {
    // Without a configuration of its own, any repository is such a site.
    if (first !== null && !hasOwnConfiguration(generator)) return first;
    const path = isAsked(generator) ? await generators[generator].detect(context) : null;
    if (path === null) continue;
    const found: Found = { generator, path };
    const isOther = first === null || (await isFarLarger(context, found, first));
    if (isOther || (await isLeftOver(context, first!, found))) first = found;
  }
  return first;
}

const timesMore = 5;

/** Whether two sites are in folders of their own and the first has nearly all of the pages. */
async function isFarLarger(context: SiteContext, found: Found, other: Found): Promise<boolean> {
  const [folder, otherFolder] = [found, other].map(folderOf);
  if (folder!.startsWith(otherFolder!) || otherFolder!.startsWith(folder!)) return false;
  const [pages, otherPages] = await Promise.all([countPages(context, found), countPages(context, other)]);
  return pages !== null && otherPages !== null && pages > timesMore * otherPages;
}

/** Generators of which a package.json says whether it builds the site. */
const ofNode: readonly Name[] = [
  ...(["vitepress", "vuepress", "docusaurus", "starlight", "nextra", "fumadocs", "rspress"] as const),
];

/** Whether the first is what remains from before the site changed to the other generator in its place. */
async function isLeftOver({ files, read }: SiteContext, first: Found, found: Found): Promise<boolean> {
  const folder = folderOf(found);
  const path = `${folder}package.json`;
  const isOfNode = ofNode.includes(first.generator) && ofNode.includes(found.generator);
  if (!isOfNode || folder !== folderOf(first) || !files.has(path)) return false;
  const text = (await read(path)).toString("utf8");
  return text.includes(found.generator) && !text.includes(first.generator);
}

function folderOf({ path }: Found): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return folder.replace(/\.(?:vite|vue)press\/$|config\/_default\/$/, "");
}

/** Null if it is not known. */
async function countPages(context: SiteContext, { generator, path }: Found): Promise<number | null> {
  const { unknown, hasRoute } = await generators[generator].readConfiguration(context, path);
  if (unknown.routing !== null) return null;
  return [...context.files].filter((one) => isPagePath(one) && hasRoute(one)).length;
}

function hasOwnConfiguration(generator: Name): boolean {
  return generator !== "github" && generator !== "plain";
}

/** Whether a change of this file may give the site another generator. */
export function isConfigurationFile(path: string): boolean {
  return Object.values(generators).some(({ configurationFiles }) => configurationFiles.test(path));
}
