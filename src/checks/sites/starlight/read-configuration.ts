import { posix } from "node:path";
import { trimEndCharacters } from "../../../text/trim-characters.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readScript } from "../script/read-script.ts";
import { computed, member, type ScriptValue, textMember, unwrapCall } from "../script/script-values.ts";
import { readHost, withSlash } from "../shared/addresses.ts";
import { findIdWriters } from "../shared/own-components.ts";
import { createHeadingIds } from "./heading-ids.ts";
import { readSidebar } from "./navigation.ts";
import { handlesDrafts, readExcluded, readOtherAddresses } from "./other-addresses.ts";
import { type DocsCollection, readDocsCollection } from "./read-collections.ts";
import { readMarkdownPlugins } from "./read-markdown.ts";
import { renderStarlightLink } from "./render-link.ts";
import { mayBeServed, resolveStarlightLink } from "./resolve-link.ts";
import { createRoutes, type StarlightSite, slugOf } from "./routes.ts";

/** `path` is `astro.config.*`. */
export async function readStarlightConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { value, readFrom } = await readScript(context, path);
  const whole = unwrapCall(value, /^defineConfig$/);
  const root = posix.dirname(path) === "." ? "" : posix.dirname(path);
  const docs = await readDocsCollection(context, posix.dirname(path));
  const { docsRoot } = docs;
  const options = findOptions(whole);
  const plugins = await readMarkdownPlugins(context, whole);
  const read = readSite(context, whole, options, { root, docs, keepsLinks: plugins.keepLinks });
  const site = typeof read === "string" ? emptySite(root, docsRoot) : read;
  const routes = createRoutes(site);
  const others = readOtherAddresses(context, { whole, options: options ?? { kind: "unknown" }, root });
  const isExcluded = options === undefined ? () => false : readExcluded(options);
  const { entries, links, isWritten } = readSidebar(options);
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [...readFrom, ...docs.readFrom],
    entries,
    openEntries: isWritten ? undefined : "parts of the sidebar are computed",
    unknown: {
      ...allKnown,
      routing: typeof read === "string" ? read : null,
      "heading-ids": plugins.keepIds ? null : "the configuration changes how Markdown is read",
      navigation: entries.length === 0 ? "the sidebar follows the folders, or is computed" : null,
    },
    routing: {
      fieldLinks: "href",
      showsNeighbours: true,
      addressesOf: routes.addressesOf,
      addressFolder: routes.addressFolder,
      translationsOf: routes.translationsOf,
      resolve: (...input) => leaveOut(isExcluded, resolveStarlightLink(site, routes, ...input)),
      renderPath: (...input) => renderStarlightLink(site, routes, ...input),
      findEntry: (opened, target) => findEntry(site, opened, target),
      renderEntry: (_, target, page) => {
        const slug = slugOf(site, page);
        const local = slug === null ? null : routes.withoutLocale(slug);
        if (local === null) return null;
        return target.startsWith("/") ? `/${local}${target.endsWith("/") ? "/" : ""}` : local;
      },
    },
    headingIds: createHeadingIds(docsRoot, plugins),
    hasOtherIds: await findIdWriters(context, root),
    isServedElsewhere: (target, whole) =>
      docs.whyUnknown !== null ||
      (typeof read === "string"
        ? target.startsWith("/") && others(target, target.split("/").filter(Boolean).length > 1)
        : (links.has(target) && mayBeServed(site, routes, whole, target)) ||
          isMadeLater(site, whole, target)),
    importRoots: { "/": root },
    ...redirectsOf(site, member(whole, "redirects")),
    served: { base: site.base, pathOf: (address) => withSlash(address, site.endsWithSlash) },
    basePaths: [],
    ownHost: readHost(textMember(whole, "site")),
    staticRoots: [posix.join(root, "public")],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    hasRoute: routes.hasRoute,
    mayBeUnlisted: () => true,
    findings: [],
  };
}

function leaveOut(isExcluded: (target: string) => boolean, found: Resolution): Resolution {
  if (found.kind !== "missing" && found.kind !== "page") return found;
  const { parts } = found;
  const isLeftOut = found.kind === "missing" || parts.hash !== "";
  if (!isLeftOut || !isExcluded(parts.rawPath + parts.hash)) return found;
  return { kind: "unjudged", guesses: found.kind === "page" ? [found.path] : [], parts };
}

/** The main page of the site may be named by its file. */
function findEntry({ locales }: StarlightSite, { index }: Site, target: string): string | null {
  const bare = target
    .replace(/[?#].*$/s, "")
    .replace(/^\/|\/$/g, "")
    .replace(/^index$/, "");
  return index.addresses.get(bare) ?? index.addresses.get(posix.join(locales?.default ?? "", bare)) ?? null;
}

/** Whether git ignores the page that a slug names in the main language, as a build writes it. */
function isMadeLater({ docsRoot, locales }: StarlightSite, { isIgnored }: Site, slug: string): boolean {
  const bare = posix.join(docsRoot, locales?.default ?? "", slug.replace(/^\/|\/$/g, ""));
  return [".md", ".mdx", "/index.md", "/index.mdx"].some((end) => isIgnored(bare + end));
}

/** Returns the argument of `starlight({ … })`; undefined if it is not found. */
function findOptions(whole: ScriptValue): ScriptValue | undefined {
  const integrations = member(whole, "integrations");
  if (integrations === undefined || integrations === computed || integrations.kind !== "list")
    return undefined;
  const call = integrations.items.find((item) => item.kind === "call" && item.name === "starlight");
  return call?.kind === "call" ? call.inputs[0] : undefined;
}

/** Returns the reason if it cannot be known. */
function readSite(
  context: SiteContext,
  whole: ScriptValue,
  options: ScriptValue | undefined,
  { root, docs, keepsLinks }: { root: string; docs: DocsCollection; keepsLinks: boolean },
): StarlightSite | string {
  const { docsRoot, whyUnknown, takes } = docs;
  if (whole.kind !== "object" || options?.kind !== "object")
    return "the configuration of Starlight is computed";
  if (whyUnknown !== null) return whyUnknown;
  for (const key of ["srcDir", "publicDir"]) if (member(whole, key) !== undefined) return `${key} is set`;
  const base = textMember(whole, "base");
  const slash = textMember(whole, "trailingSlash");
  const build = member(whole, "build");
  const format = build === computed ? computed : textMember(build, "format");
  if (slash === computed || format === computed)
    return "the form of addresses is computed in the configuration";
  const locales = readLocales(options);
  if (locales === undefined) return "the locales are computed in the configuration";
  return {
    root,
    docsRoot,
    base: base === undefined ? "/" : base === computed ? null : base,
    endsWithSlash: slash !== "never" && format !== "file",
    locales,
    takes,
    handlesDrafts: handlesDrafts(options),
    keepsLinks,
    mayExist: readOtherAddresses(context, { whole, options, root }),
  };
}

function emptySite(root: string, docsRoot: string): StarlightSite {
  return {
    ...{ root, docsRoot, base: null, endsWithSlash: true, locales: null },
    ...{ takes: () => true, handlesDrafts: true, keepsLinks: false, mayExist: () => true },
  };
}

/** Undefined if computed; null if the site has one language. */
function readLocales(options: ScriptValue): StarlightSite["locales"] | undefined {
  const found = member(options, "locales");
  const main = textMember(options, "defaultLocale");
  if (found === computed || main === computed) return undefined;
  if (found === undefined) return null;
  if (found.kind !== "object" || found.isOpen) return undefined;
  const names = [...found.members.keys()];
  const first = main ?? (names.includes("root") ? "root" : undefined);
  if (first === undefined) return undefined;
  return {
    default: first === "root" ? "" : first,
    names: names.map((name) => (name === "root" ? "" : name)),
  };
}

function readRedirects(value: ReturnType<typeof member>): GeneratorConfiguration["redirects"] {
  if (value === undefined || value === computed || value.kind !== "object") return [];
  return [...value.members].flatMap(([from, given]) => {
    const to = given.kind === "object" ? given.members.get("destination") : given;
    if (to?.kind !== "value" || typeof to.value !== "string" || from.includes("[")) return [];
    const source = value.places.get(from);
    const status = given.kind === "object" ? given.members.get("status") : undefined;
    const isLasting = status === undefined || (status.kind === "value" && /^30[18]$/.test(`${status.value}`));
    return [
      {
        ...{ from, to: to.value, place: to.place },
        ...(source !== undefined && { source }),
        ...(!isLasting && { isTemporary: true as const }),
      },
    ];
  });
}

function redirectsOf(site: StarlightSite, value: ReturnType<typeof member>) {
  const redirects = readRedirects(value);
  const whyNoRedirects = "the configuration writes out no redirects";
  return { redirects, redirectHome: findRedirectHome(site, value, redirects), whyNoRedirects };
}

/** Astro puts no base in front of targets: those that there are show whether something else does. */
function findRedirectHome(
  { base, endsWithSlash }: StarlightSite,
  value: ReturnType<typeof member>,
  redirects: GeneratorConfiguration["redirects"],
): GeneratorConfiguration["redirectHome"] {
  if (value === undefined || value === computed || value.kind !== "object" || value.at === undefined)
    return null;
  const prefix = base === null ? null : trimEndCharacters(base, "/");
  const local = redirects.filter(({ to }) => /^\/(?!\/)/.test(to));
  const isKnown = local.every(({ to }) => `${to}/`.startsWith(`${prefix}/`));
  const [example] = local;
  const hasSlash = {
    source: example?.from.endsWith("/") ?? false,
    target: example?.to.endsWith("/") ?? endsWithSlash,
  };
  const spell = (address: string, role: "source" | "target"): string | null => {
    const bare = trimEndCharacters(address, "/");
    if (prefix === null || !isKnown) return null;
    return `${role === "target" ? prefix : ""}${bare}${hasSlash[role] || bare === "" ? "/" : ""}`;
  };
  return { kind: "script", path: value.at.path, at: value.at.start, shape: null, isForLinks: true, spell };
}
