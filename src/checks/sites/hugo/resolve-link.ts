import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { guessPages } from "../../links/resolve-by-files.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { hasAnchor } from "../../pages/page-anchors.ts";
import { joinAddress, lookUpAddress, wantedAt, withoutBase } from "../shared/addresses.ts";
import { leavesOutHtml } from "./leaves-out-html.ts";
import { lookUpPage, namesOfReference } from "./look-up-page.ts";
import type { HugoModel } from "./model.ts";
import { mayBeElsewhere, mayBeUnbuilt, type PageTable, pageTableOf } from "./page-table.ts";
import { pageExtension, placePage } from "./place-page.ts";
import { findOwnResource, findResource } from "./resources.ts";
import { languagePrefix } from "./routes.ts";
import { filesAt, filesOf } from "./wanted-files.ts";

const generatedFile =
  /(?:^|\/)(?:index\.xml|sitemap\.xml|robots\.txt|404\.html|index\.json)$|\/page\/\d+\/?$/;

/** Returns where a link of a Hugo page leads. */
export function resolveHugoLink(
  site: Site,
  model: HugoModel,
  { from, parts, kind }: { from: string; parts: TargetParts; kind: PageLink["kind"] },
): Resolution {
  if (parts.template !== undefined) return resolveReference(site, model, from, parts);
  if (kind === "shortcode") return resolveEither(site, model, from, parts);
  const facts = site.pages.get(from);
  if ((kind === "href" || kind === "src") && facts !== undefined && leavesOutHtml(model, facts))
    return { kind: "skipped" };
  const isMarkdown = kind === "link" || kind === "definition";
  const hook = isMarkdown ? model.linkHook : kind === "image" ? model.imageHook : "none";
  if (isMarkdown && hook === "embedded") {
    // It looks up nothing for `./` and `?a=b`, and finds the home page.
    const path = parts.path.replace(/^\.\//, "");
    const found = resolveName(site, model, from, { parts, path: path || "/", isReference: false });
    if (found !== null) return found;
    if (path === "") return { kind: "unjudged", guesses: [], parts };
  }
  if (hook === "embedded") {
    const file = findOwnResource(site, model, from, parts.path);
    if (file !== null) return { kind: "file", path: file, parts };
  }
  const asAddress = resolveAddress(site, model, from, parts);
  if (hook !== "unknown") return asAddress;
  // A hook of the site may look pages up, those in the page's own language first.
  if (isMarkdown && asAddress.kind === "page") return resolveEither(site, model, from, parts);
  // It may turn a link into anything, and an image too.
  if (asAddress.kind !== "missing" && asAddress.kind !== "unjudged") return asAddress;
  // Whatever a hook does, it leads a page's file, and what Hugo's lookup finds, to that page.
  const beside = posix.join(posix.dirname(from), parts.path);
  const { places, later } = pageTableOf(site, model);
  if (site.pages.has(beside)) {
    const isSure = places.get(beside)?.language === places.get(from)?.language && !later.has(beside);
    return isSure ? { kind: "page", path: beside, parts } : { kind: "unjudged", guesses: [beside], parts };
  }
  const named = { parts: { ...parts, isLookedUp: true as const }, path: parts.path, isReference: false };
  const found = isMarkdown ? resolveName(site, model, from, named) : null;
  // One that is not read may leave relative links as they are, which then lead nowhere.
  const isUnproved = model.hasForeignHook && !parts.path.startsWith("/");
  if (found !== null && !isUnproved) return found;
  const guesses = found?.kind === "page" ? [found.path] : guessPages(site, from, parts);
  return { kind: "unjudged", guesses, parts };
}

/** Resolves an address or the path of a page; unknown if they differ, or if nothing is found. */
function resolveEither(site: Site, model: HugoModel, from: string, parts: TargetParts): Resolution {
  const address = resolveAddress(site, model, from, parts);
  const named = lookUpPage(site, model, from, { path: parts.path, isReference: false });
  const leads = address.kind === "page" ? address.path : null;
  if (leads !== null && (named === null || named === leads)) return address;
  if (leads === null && named !== null && address.kind !== "file")
    return { kind: "page", path: named, parts: { ...parts, isLookedUp: true } };
  const guesses = [leads, named].filter((one) => one !== null);
  return address.kind === "file" ? address : { kind: "unjudged", guesses, parts };
}

/** Returns where `#…` alone leads. In a part of other pages, that may be into one of these. */
export function resolveHugoAnchor(
  site: Site,
  model: HugoModel,
  { from, parts }: { from: string; parts: TargetParts },
): Resolution {
  // The embedded hook looks up nothing for `?a=b`, and finds the home page.
  if (parts.query !== "" && model.linkHook === "embedded") return { kind: "unjudged", guesses: [], parts };
  const isHere = !mayBeUnbuilt(pageTableOf(site, model), from) || hasAnchor(site, from, parts.hash.slice(1));
  return isHere ? { kind: "page", path: from, parts } : { kind: "unjudged", guesses: [from], parts };
}

function resolveReference(site: Site, model: HugoModel, from: string, parts: TargetParts): Resolution {
  if (parts.path === "") return { kind: "page", path: from, parts };
  const found = resolveName(site, model, from, { parts, path: parts.path, isReference: true });
  if (found !== null) return found;
  const table = pageTableOf(site, model);
  const names = namesOfReference(site, model, from, parts.path);
  if (mayAddPages(model) || table.unknownBelow.size > 0 || names.some((one) => isOther(table, model, one)))
    return { kind: "unjudged", guesses: [], parts };
  const wanted = parts.path.startsWith("/")
    ? filesAt(model, from, parts.path)
    : filesOf(posix.join(posix.dirname(from), parts.path));
  return { kind: "missing", wanted, parts };
}

/** Resolves what Hugo looks up among its pages; null if it finds none. */
function resolveName(
  site: Site,
  model: HugoModel,
  from: string,
  { parts, path, isReference }: { parts: TargetParts; path: string; isReference: boolean },
): Resolution | null {
  const table = pageTableOf(site, model);
  const language = parts.template?.language ?? table.places.get(from)?.language ?? model.defaultLanguage;
  const names = namesOfReference(site, model, from, path);
  const isList = (name: string) => isListed(table, model, language, name.slice(1));
  // A section beside the page comes before what has the name elsewhere.
  const isBeside = table.bareSections.has(`${language} ${names[0]}`);
  const page = isBeside ? null : lookUpPage(site, model, from, { path, isReference, language });
  if (page !== null)
    return table.later.has(page)
      ? { kind: "unjudged", guesses: [page], parts }
      : { kind: "page", path: page, parts };
  const listed = names.find(isList);
  if (listed !== undefined) return asList(site, languagePrefix(model, language) + listed, parts);
  const isTerm = isReference && names.some((name) => isTermName(site, model, name));
  return isTerm ? { kind: "generated", parts } : null;
}

/** A list that Hugo makes by itself has none of the headings of a page that was there. */
function asList(site: Site, address: string, parts: TargetParts): Resolution {
  const { addressesBefore, configuration } = site;
  const before = addressesBefore.get(addressKey(address));
  const id = parts.hash.slice(1);
  const isKnown = configuration.unknown["heading-ids"] === null;
  if (before === undefined || id === "" || !isKnown || configuration.routing?.hasName?.(site, before, id))
    return { kind: "generated", parts };
  return { kind: "missing", wanted: [before], parts };
}

function resolveAddress(site: Site, model: HugoModel, from: string, parts: TargetParts): Resolution {
  const table = pageTableOf(site, model);
  const isUnsure = mayBeUnbuilt(table, from) || mayBeElsewhere(table, from);
  const own = (!isUnsure && table.addresses.get(from)) || null;
  // A page that is not published, or whose address is unknown.
  if (own === null && !parts.path.startsWith("/")) return { kind: "unjudged", guesses: [], parts };
  const folder = `${model.basePath}${posix.join(own ?? "/", own?.endsWith("/") === true ? "." : "..")}`;
  const joined = joinAddress(folder.endsWith("/") ? folder : `${folder}/`, parts.path);
  const address = withoutBase(model.basePath, joined);
  // Another site on the same host.
  if (address === null)
    return { kind: "unjudged", guesses: [lookUpAddress(site, joined)].filter((one) => one !== null), parts };
  const page = lookUpAddress(site, address.replace(/(?<=\/)index\.html$/, ""));
  if (page !== null)
    return mayBeElsewhere(table, page)
      ? { kind: "unjudged", guesses: [page], parts }
      : { kind: "page", path: page, parts };
  const file = findStatic(site, model, address) ?? findResource(site, model, address);
  if (file === "open") return { kind: "unjudged", guesses: [], parts };
  if (file !== null) return { kind: "file", path: file, parts };
  if (generatedFile.test(address)) return { kind: "generated", parts };
  if (isListPage(table, model, address)) return asList(site, address, parts);
  const wanted = wantedAt(site, address, filesAt(model, from, address));
  const { unknownBelow, open } = table;
  const maybe = open.get(addressKey(address));
  if (maybe !== undefined) return { kind: "unjudged", guesses: [maybe], parts };
  const isForeign = mayAddPages(model) || (model.hasForeignFiles && /\.(?!md$|html?$)\w+$/.test(address));
  const isUnknown = [...unknownBelow].some((folder) => address.toLowerCase().startsWith(folder));
  const isOpen = isForeign || isUnknown || isUnreadFile(site, model, wanted, address);
  return isOpen
    ? { kind: "unjudged", guesses: guessPages(site, from, parts), parts }
    : { kind: "missing", wanted, parts };
}

/** A known theme brings files, and no page. */
function mayAddPages({ hasForeignContent, hasForeignFiles, hasKnownTheme }: HugoModel): boolean {
  return hasForeignContent || (hasForeignFiles && !hasKnownTheme);
}

function findStatic({ files }: Site, model: HugoModel, address: string): string | null {
  const key = address.replace(/^\/|\/$/g, "");
  for (const { source, target } of model.statics) {
    const below = target === "" ? key : key.startsWith(`${target}/`) ? key.slice(target.length + 1) : null;
    const path = below === null ? null : posix.join(source, below);
    const found = path === null ? undefined : [path, `${path}/index.html`].find((one) => files.has(one));
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether a reference names a term by its last part alone. */
function isTermName(site: Site, model: HugoModel, name: string): boolean {
  const [first, ...others] = name.slice(1).split("/");
  return others.length === 0 && [...pageTableOf(site, model).terms].some((one) => one.endsWith(`/${first}`));
}

/** Whether Hugo lists the pages of a section or a term there, although no file describes it. */
function isListPage(table: PageTable, model: HugoModel, address: string): boolean {
  const bare = address.replace(/\/$/, "");
  if (bare === "") return true;
  return model.languages.some((language) => {
    const prefix = languagePrefix(model, language);
    return bare.startsWith(prefix) && isListed(table, model, language, bare.slice(prefix.length + 1));
  });
}

function isListed(
  { terms, bareSections }: PageTable,
  { taxonomies }: HugoModel,
  language: string,
  path: string,
): boolean {
  if (path === "" || bareSections.has(`${language} /${path}`)) return true;
  const taxonomy = taxonomies.find((name) => path === name || path.startsWith(`${name}/`));
  if (taxonomy === undefined) return false;
  const isRead = ["tags", "categories"].includes(taxonomy);
  return path === taxonomy || !isRead || terms.has(path.replace(/\s+/g, "-"));
}

/** Whether the build may publish the file or not: processed files, and files without a page to belong to. */
function isUnreadFile(site: Site, model: HugoModel, wanted: readonly string[], address: string): boolean {
  const { files } = site;
  return (
    wanted.some(
      (path) => files.has(path) && placePage(model, path, files) === null && !pageExtension.test(path),
    ) ||
    files.has(posix.join(model.root, "assets", address)) ||
    isOtherFormat(pageTableOf(site, model), model, address)
  );
}

/**
 * A page in another format than Markdown; its front matter, which is not read, may give it another address.
 */
function isOtherFormat({ otherFormats }: PageTable, model: HugoModel, address: string): boolean {
  if (otherFormats.size === 0) return false;
  const bare = address.replace(/\/$|\.html$/, "");
  const prefixes = ["", ...model.languages.map((language) => languagePrefix(model, language))];
  const paths = prefixes
    .filter((prefix) => bare.startsWith(prefix))
    .flatMap((prefix) =>
      model.content.map(({ source, target }) => {
        const below = posix.relative(`/${target}`, bare.slice(prefix.length) || "/");
        return posix.join(source, below);
      }),
    );
  return paths.some((path) => [path, `${path}/index`, `${path}/_index`].some((one) => otherFormats.has(one)));
}

/** Whether a reference may name a page that is not read, by its path or by its name alone. */
function isOther(table: PageTable, model: HugoModel, name: string): boolean {
  return isOtherFormat(table, model, name) || table.otherNames.has(posix.basename(name));
}
