import { posix } from "node:path";
import type { PageFacts } from "../../model/page-facts.ts";
import type { PlacedPage } from "../../model/site.ts";
import { type Field, isTruth } from "../../pages/read-fields.ts";
import type { JekyllModel } from "./model.ts";
import { dayOf } from "./post-day.ts";

const postName = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;
const notes =
  /(?:^|\/)(?:README|LICENSE|LICENCE|COPYING|CODE_OF_CONDUCT|CONTRIBUTING|ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE)$/i;

/** Null if it is no page. */
export type JekyllAddress = string | null | UnknownAddress;

/** Where a page may be whose address is not known: a glob, without the slash in front. */
interface UnknownAddress {
  glob: string;
}

const anywhere: UnknownAddress = { glob: "**" };

export function hasJekyllRoute(model: JekyllModel, path: string): boolean {
  const below = belowRoot(model, path);
  return below !== null && (collectionOf(model, below) !== null || isRead(model, below));
}

/** Returns the address, then the same without or with `.html`, as hosts show it, or as its file is called. */
export function addressesOfJekyll(
  model: JekyllModel,
  page: PlacedPage,
  files: ReadonlySet<string>,
): string[] {
  const own = jekyllAddress(model, page, files);
  if (typeof own !== "string") return [];
  const bare = own.replace(/\/index\.html$/, "/");
  const isBare = !bare.endsWith("/") && posix.extname(bare) === "";
  const shown = bare.endsWith(".html")
    ? [bare, bare.slice(0, -".html".length)]
    : isBare
      ? [bare, `${bare}.html`]
      : [bare];
  const old = model.hasRedirects ? oldAddresses(page.facts) : [];
  return [...shown, ...old.map((one) => one.replace(/\/index\.html$/, "/"))];
}

/** Returns what jekyll-redirect-from leads to the page. */
export function oldAddresses(facts: PlacedPage["facts"]): readonly string[] {
  const old = facts?.fields.redirect_from ?? [];
  return typeof old === "string" ? [old] : old;
}

export function jekyllAddress(
  model: JekyllModel,
  { path, facts }: PlacedPage,
  files: ReadonlySet<string>,
): JekyllAddress {
  const below = belowRoot(model, path);
  if (below === null) return null;
  const collection = collectionOf(model, below);
  if (collection === null && !isRead(model, below)) return null;
  if (isTruth(facts?.fields.published, false)) return null;
  const hasFrontMatter = facts === undefined || facts.lint.frontMatter !== null;
  const bare = withoutExtension(below);
  if (!hasFrontMatter) {
    if (!model.needsNoFrontMatter || notes.test(bare))
      return isReadmeIndex(model, path, files)
        ? folderOf(collection === null ? bare : bare.replace(/^_/, ""))
        : null;
    // The plugin turns it into a page, not a document.
    if (collection !== null) return `/${bare}${suffixOf(model.permalink)}`;
  }
  const given = facts?.fields.permalink ?? defaultOf(model, below, collection ?? "pages");
  if (given !== undefined && (typeof given !== "string" || given === "" || /[{}]/.test(given)))
    return anywhere;
  if (collection === "posts") return postAddress(model, below, { facts, given });
  if (collection !== null) return documentAddress(model, collection, bare, { facts, given });
  if (given !== undefined) return given.includes(":") ? pageAddress(given, bare) : given.replace(/^\/?/, "/");
  if (model.readsReadmes && isReadmeIndex(model, path, files)) return folderOf(bare);
  if (posix.basename(bare) === "index") return folderOf(bare);
  return `/${bare}${suffixOf(model.permalink)}`;
}

function pageAddress(template: string, bare: string): JekyllAddress {
  const folder = posix.dirname(bare);
  return fill(template, { path: folder === "." ? "" : folder, basename: posix.basename(bare) });
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

function folderOf(bare: string): string {
  const folder = posix.dirname(bare);
  return folder === "." ? "/" : `/${folder}/`;
}

function isReadmeIndex(model: JekyllModel, path: string, files: ReadonlySet<string>): boolean {
  if (!model.hasReadmeIndex || !/^readme$/i.test(withoutExtension(posix.basename(path)))) return false;
  return !["index.md", "index.markdown", "index.html"].some((name) =>
    files.has(posix.join(posix.dirname(path), name)),
  );
}

function belowRoot({ root, isExcluded, isMarkdown }: JekyllModel, path: string): string | null {
  if (!path.startsWith(root) || !isMarkdown(path)) return null;
  const below = path.slice(root.length);
  return isExcluded(below) ? null : below;
}

/** False for what Jekyll reserves by its name, unless the configuration includes it. */
export function isRead({ isIncluded }: JekyllModel, below: string): boolean {
  const parts = below.split("/");
  return parts.every(
    (part, index) => !/^[_.#~]/.test(part) || isIncluded(parts.slice(0, index + 1).join("/")),
  );
}

function collectionOf({ collections }: Pick<JekyllModel, "collections">, below: string): string | null {
  if (isPost(below)) return "posts";
  const name = /^_([\w-]+)\/(?!.*(?:^|\/)[_.])/.exec(below)?.[1];
  return name !== undefined && name !== "posts" && collections.has(name) ? name : null;
}

function isPost(below: string): boolean {
  return /(?:^|\/)_posts\//.test(below) && postName.test(posix.basename(below));
}

function defaultOf({ defaults }: JekyllModel, below: string, wanted: string): string | undefined {
  const found = defaults.findLast(
    ({ path, type }) => below.startsWith(path) && (type === null || type === wanted),
  );
  return found?.template;
}

/** Returns what follows a page's name. */
function suffixOf(style: string): string {
  if (style === "pretty") return "/";
  if (/^(?:date|weekdate|ordinal|none)$/.test(style)) return ".html";
  return style.endsWith("/") ? "/" : ".html";
}

interface OwnAddress {
  facts: PageFacts | undefined;
  /** `permalink` of the page, or of the defaults. */
  given: string | undefined;
}

const postTemplates: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  none: "/:categories/:title:output_ext",
};

function postAddress(model: JekyllModel, below: string, { facts, given }: OwnAddress): JekyllAddress {
  const [, year = "", month = "", day = "", name = ""] = postName.exec(posix.basename(below))!;
  const { date: stated, slug, category, categories } = facts?.fields ?? {};
  const written = slug === undefined ? withoutExtension(name) : String(slug ?? "");
  const title = written.replace(/-+/g, "-").replace(/^-|-$/g, "");
  const isTitle = /^[\w-]+(?:\.[\w-]+)*$/.test(title);
  const date =
    stated === undefined ? { year, month: month.padStart(2, "0"), day: day.padStart(2, "0") } : null;
  // Folders around the one of posts are categories.
  const around = below.slice(0, below.indexOf("_posts/")).split("/");
  const named = namesOf(around, categories, category);
  const template =
    given ?? model.collections.get("posts") ?? postTemplates[model.permalink] ?? model.permalink;
  return fill(template, {
    ...(date ?? dayOf(stated, model.timezone)),
    ...(isTitle && { title, slug: slugOf(title) }),
    ...(named !== null && { categories: named.join("/") }),
  });
}

/** `:slug`, unlike `:title`, is in lower case and of letters and digits only. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Null if they hold more than letters, digits and hyphens. */
function namesOf(
  around: readonly string[],
  categories: Field | undefined,
  category: Field | undefined,
): string[] | null {
  if (categories === null || category === null || Array.isArray(category)) return null;
  const many = typeof categories === "string" ? categories.split(/\s+/) : (categories ?? []);
  const all = [...around, ...many, ...(category === undefined ? [] : [category])];
  const names = all.filter((one) => one !== "");
  const isPlain = names.every((one) => /^[A-Za-z0-9-]+$/.test(one));
  return isPlain ? [...new Set(names.map((one) => one.toLowerCase()))] : null;
}

/**
 * Returns the address of a document in another format than Markdown; null if it is none, or its address is
 * unknown.
 */
export function collectionAddress(
  model: Pick<JekyllModel, "collections" | "permalink">,
  below: string,
): string | null {
  const collection = collectionOf(model, below);
  if (collection === null || collection === "posts") return null;
  const own = { facts: undefined, given: undefined };
  const address = documentAddress(model, collection, withoutExtension(below), own);
  return typeof address === "string" ? address : null;
}

function documentAddress(
  model: Pick<JekyllModel, "collections" | "permalink">,
  collection: string,
  bare: string,
  { facts, given }: OwnAddress,
): JekyllAddress {
  const path = bare.slice(collection.length + 2);
  const name = posix.basename(path);
  const template =
    given ?? (model.collections.get(collection) || `/:collection/:path${suffixOf(model.permalink)}`);
  if (facts?.fields.slug !== undefined || !/^[A-Za-z0-9-]+$/.test(name)) {
    if (/:(?:title|name|slug)/.test(template)) return fill(template, { collection, path });
  }
  return fill(template, {
    collection,
    path,
    name: name.toLowerCase(),
    slug: name.toLowerCase(),
    title: name,
  });
}

/** Words of templates whose values are one part of a path; other words may be of a plugin. */
const ownWords = /^(?:(?:short_)?year|i?_?month|i?_?day|hour|minute|second|title|name|slug|basename)$/;

function fill(template: string, words: Readonly<Record<string, string>>): JekyllAddress {
  let isKnown = true;
  let isOwn = true;
  const filled = template.replace(/:([a-z_]+)/g, (_, word: string) => {
    if (word === "output_ext") return ".html";
    const value = words[word];
    isKnown &&= value !== undefined;
    isOwn &&= value !== undefined || word === "categories" || ownWords.test(word);
    return value ?? (word === "categories" ? "**" : "*");
  });
  const address = posix.join("/", filled);
  if (isKnown) return address;
  const isPlain = isOwn && /^[\w./*-]*$/.test(address) && !/[^/]\*\*|\*\*[^/]/.test(address);
  return isPlain ? { glob: address.slice(1).replace("**/", "{**/,}") } : anywhere;
}
