import { posix } from "node:path";
import { addressKey } from "../../model/address-key.ts";
import type { Site } from "../../model/site.ts";
import type { HugoModel } from "./model.ts";
import { isBuiltInstead, mountOf, normalPath, type PagePlace, placePage } from "./place-page.ts";
import { addressesOfHugo, hasPattern, knownFolder, languagePrefix } from "./routes.ts";

/** Lookup tables for references, and what is unknown about the site. */
export interface PageTable {
  /** `language path` → page. */
  byPath: Map<string, string>;
  /** `language name` → page; null: several have it. */
  byName: Map<string, string | null>;
  places: Map<string, PagePlace>;
  /** Page → its address, of those that certainly have one. */
  addresses: Map<string, string>;
  /** Folders below which pages have addresses that are unknown, so that none there can be called missing. */
  unknownBelow: Set<string>;
  /** Key of an address → the page that it may lead to, if that is published. */
  open: Map<string, string>;
  /** `language path` of sections without a page of their own, which Hugo lists nevertheless. */
  bareSections: Set<string>;
  /** Pages that are published only from a date on. */
  later: Set<string>;
  /** Places of sections with a `slug`, which counts for all below them in some versions of Hugo. */
  withSlug: Set<string>;
  /** Places of the sections that say of their pages whether they are built. */
  builtByCascade: Set<string>;
  terms: Set<string>;
  /** Paths of pages that are not read, without their endings: in other formats than Markdown. */
  otherFormats: Set<string>;
  /** Their names, in lower case. */
  otherNames: Set<string>;
}

const otherFormat = /\.(?:html?|org|adoc|asciidoc|ad|rst|pandoc|pdc)$/;

const tables = new WeakMap<object, PageTable>();

/** Built once for each state of the site's addresses. */
export function pageTableOf(site: Site, model: HugoModel): PageTable {
  const known = tables.get(site.index.addresses);
  if (known !== undefined) return known;
  const table: PageTable = {
    ...{
      byPath: new Map(),
      byName: new Map(),
      places: new Map(),
      addresses: new Map(),
      unknownBelow: new Set<string>(),
    },
    ...{ open: new Map(), bareSections: new Set(), builtByCascade: new Set(), terms: new Set() },
    ...{ later: new Set(), withSlug: new Set(), otherFormats: new Set(), otherNames: new Set() },
  };
  for (const [path, facts] of site.pages) {
    const place = placePage(model, path, site.files);
    if (place === null) continue;
    const addresses = addressesOfHugo(model, { path, facts }, site.files);
    if (addresses === null) continue;
    table.places.set(path, place);
    const { own, possible, isLater, ofVersions } = addresses;
    if (isLater) table.later.add(path);
    if (own !== null) table.addresses.set(path, own);
    for (const one of ofVersions) table.open.set(addressKey(one), path);
    const { aliases, cascade, slug } = facts.fields;
    if (place.kind === "branch" && slug !== undefined) table.withSlug.add(place.path);
    if (cascade === null || aliases === null) table.unknownBelow.add("/");
    else if (possible === null) table.unknownBelow.add(knownFolder(model, place, facts).toLowerCase());
    if (cascade === "build") table.builtByCascade.add(place.path);
    if (own === null && possible !== null) table.open.set(addressKey(possible), path);
    addPage(table, path, place, (other) => isBuiltInstead(model, path, other, site.files));
    addTerms(table, facts.fields);
  }
  // A file from elsewhere that is mounted among the pages, such as a README, is not read as one.
  for (const { source, target, language } of model.pages) {
    if (mountOf(model, source) !== null) continue;
    const place = normalPath(model, posix.join("/", target.replace(/\.[^./]+$/, "")));
    table.unknownBelow.add(posix.dirname(place).toLowerCase());
    table.open.set(addressKey(languagePrefix(model, language ?? model.defaultLanguage) + place), source);
  }
  for (const { alsoIn } of model.content)
    for (const language of alsoIn) {
      const prefix = languagePrefix(model, language);
      if (prefix !== "") table.unknownBelow.add(`${prefix}/`);
    }
  for (const path of site.files) {
    for (const name of sectionsOf(model, path, site.files))
      if (!table.byPath.has(name)) table.bareSections.add(name);
    if (otherFormat.test(path)) addOtherFormat(table, model, path);
    if (/\/_content\.gotmpl$/.test(path)) table.unknownBelow.add("/");
  }
  tables.set(site.index.addresses, table);
  return table;
}

function addOtherFormat(table: PageTable, model: HugoModel, path: string): void {
  const bare = path.replace(otherFormat, "");
  table.otherFormats.add(bare);
  table.otherNames.add(posix.basename(bare).toLowerCase());
  const below = mountOf(model, path)?.below.replace(otherFormat, "");
  if (below === undefined) return;
  for (const language of model.languages) {
    const place: PagePlace = { kind: "page", path: normalPath(model, `/${below}`), language };
    if (hasPattern(model, place)) table.unknownBelow.add(knownFolder(model, place).toLowerCase());
  }
}

/** Returns the section of a file in the languages in which it may have pages. */
function sectionsOf(model: HugoModel, path: string, files: ReadonlySet<string>): string[] {
  const mounted = mountOf(model, path);
  const [section, ...rest] = mounted?.below.split("/") ?? [];
  if (mounted === null || rest.length === 0) return [];
  const { language, alsoIn } = mounted.mount;
  const own = placePage(model, path, files)?.language ?? language;
  const languages = own === null ? model.languages : [own, ...alsoIn];
  return languages.map((one) => `${one} ${normalPath(model, `/${section}`).toLowerCase()}`);
}

function addPage(
  table: PageTable,
  page: string,
  { path, language }: PagePlace,
  isBuiltInsteadOf: (other: string) => boolean,
): void {
  const key = `${language} ${path.toLowerCase()}`;
  const twin = table.byPath.get(key);
  if (twin !== undefined && !isBuiltInsteadOf(twin)) return;
  table.byPath.set(key, page);
  const name = `${language} ${posix.basename(path).toLowerCase()}`;
  const known = table.byName.get(name);
  table.byName.set(name, known === undefined || known === twin ? page : null);
}

/** Whether a section above the page may keep it from being built, so that only other pages show it. */
export function mayBeUnbuilt({ builtByCascade, places }: PageTable, page: string): boolean {
  return isAtOrBelow(builtByCascade, places.get(page)?.path ?? "/");
}

/** Whether a section above the page may change its address. */
export function mayBeElsewhere({ withSlug, places }: PageTable, page: string): boolean {
  return isAtOrBelow(withSlug, places.get(page)?.path ?? "/");
}

function isAtOrBelow(sections: ReadonlySet<string>, path: string): boolean {
  let place = path;
  for (; place !== "/"; place = posix.dirname(place)) if (sections.has(place)) return true;
  return sections.has("/");
}

function addTerms({ terms }: PageTable, fields: Readonly<Record<string, unknown>>): void {
  for (const key of ["tags", "categories"]) {
    const values = fields[key];
    for (const value of Array.isArray(values) ? values : [values])
      if (typeof value === "string") terms.add(`${key}/${value.trim().toLowerCase().replace(/\s+/g, "-")}`);
  }
}
