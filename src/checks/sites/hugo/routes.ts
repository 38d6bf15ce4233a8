import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { RedirectPair } from "../../model/redirect-table.ts";
import type { PlacedPage } from "../../model/site.ts";
import { type Field, isTruth } from "../../pages/read-fields.ts";
import type { HugoModel } from "./model.ts";
import { furtherPlaces, type PagePlace, placePage } from "./place-page.ts";

/** Characters that Hugo keeps in an address. */
const plainPath = /^[\p{L}\p{N}\p{M}./_#+~@-]*$/u;

export interface HugoAddresses {
  /** Null if it depends on something that is not read. */
  own: string | null;
  /** The only one that it may have, published or not; null if that is unknown. */
  possible: string | null;
  /** Whether it is published only from a date on. */
  isLater: boolean;
  aliases: string[];
  /** Those that it has by one version of Hugo or another. */
  ofVersions: string[];
}

/** Returns the addresses of a page below the site's base; null if it is not published. */
export function addressesOfHugo(
  model: HugoModel,
  { path, facts }: PlacedPage,
  files: ReadonlySet<string>,
): HugoAddresses | null {
  const found = placePage(model, path, files);
  const [place, ...others] = [...(found === null ? [] : [found]), ...furtherPlaces(model, path)];
  if (place === undefined || isLeftOut(model, facts)) return null;
  const { slug, url } = facts?.fields ?? {};
  const possible = slug === null || url === null ? null : ownAddress(model, place, facts);
  const isLater = isLaterPage(model, facts);
  const own = isLater || isUncertain(facts) || model.isUnrendered(place.path) ? null : possible;
  const prefix = languagePrefix(model, place.language);
  const aliases = model.hasAliases ? listOf(facts?.fields.aliases) : [];
  const parent = posix.dirname((own ?? `${prefix}${place.path}`).replace(/\/$/, ""));
  const further = others.flatMap((one) => (own === null ? [] : (ownAddress(model, one, facts) ?? [])));
  const whole = (alias: string): string => (/\.html?$/.test(alias) ? alias : closed(alias));
  const shown = aliases.map((alias) => posix.join(alias.startsWith("/") ? "/" : parent, alias)).map(whole);
  // Before Hugo 0.150, those from the root of a language with a folder count from the site's root.
  const isSplit = (alias: string): boolean => prefix !== "" && alias.startsWith("/");
  const split = aliases.filter(isSplit).flatMap((alias) => [alias, prefix + alias]);
  const aliasesHere = shown.filter((_, index) => !isSplit(aliases[index]!));
  return { own, possible, isLater, aliases: [...further, ...aliasesHere], ofVersions: split.map(whole) };
}

/** Writes an earlier address of the page at `now` as all versions of Hugo read it. */
export function spellAlias(model: HugoModel, address: string, now: string): string {
  const isInFolder = model.languages.some((one) => {
    const prefix = languagePrefix(model, one);
    return prefix !== "" && now.startsWith(`${prefix}/`);
  });
  if (!isInFolder) return address;
  const relative = posix.relative(posix.dirname(now.replace(/(?<=.)\/$/, "")), address) || ".";
  return address.endsWith("/") ? `${relative}/` : relative;
}

/** A relative alias counts from beside the page: once that has moved, it is written otherwise. */
export function rebaseAlias(alias: string, { old, now }: RedirectPair): string {
  const [before, after] = [old, now].map((one) => posix.dirname(one.replace(/(?<=.)\/$/, "")));
  if (alias.startsWith("/") || before === after) return alias;
  const rebased = posix.relative(after!, posix.join(before!, alias)) || ".";
  return keepDot(rebased, { rawPath: alias }) + (alias.endsWith("/") ? "/" : "");
}

/** Returns `/de` for a language with a folder of its own, else "". */
export function languagePrefix(model: HugoModel, language: string): string {
  const isMain = language === model.defaultLanguage && !model.isDefaultInSubdir;
  return isMain || (model.languages.length === 1 && !model.isDefaultInSubdir) ? "" : `/${language}`;
}

function isLeftOut({ builds }: HugoModel, facts: PageFacts | undefined): boolean {
  const { draft, headless, published, expirydate } = facts?.fields ?? {};
  const isDraft = isTruth(draft, true) || (draft === undefined && isTruth(published, false));
  const isExpired = expirydate !== undefined && timeOf(expirydate) < Date.now();
  return (isDraft && !builds.drafts) || (isExpired && !builds.expired) || isTruth(headless, true);
}

function isLaterPage({ builds }: HugoModel, facts: PageFacts | undefined): boolean {
  const { publishdate, date } = facts?.fields ?? {};
  return !builds.future && timeOf(publishdate ?? date) > Date.now();
}

function timeOf(field: Field | undefined): number {
  return typeof field === "string" ? Date.parse(field) : Number.NaN;
}

/** A table of build options may say anything, and so may a date that is not read. */
function isUncertain(facts: PageFacts | undefined): boolean {
  const { build, _build: oldBuild, publishdate, expirydate } = facts?.fields ?? {};
  const dates = [publishdate, expirydate].filter((one) => one !== undefined);
  return build !== undefined || oldBuild !== undefined || dates.some((one) => Number.isNaN(timeOf(one)));
}

function ownAddress(model: HugoModel, place: PagePlace, facts: PageFacts | undefined): string | null {
  const prefix = languagePrefix(model, place.language);
  const url = textOf(facts?.fields.url);
  if (url !== null) return ofUrl(url, prefix);
  const slug = textOf(facts?.fields.slug);
  const pattern = patternOf(model, place);
  const isNested = place.kind !== "branch" || place.path.split("/").length === 2;
  if (pattern !== undefined && isNested) {
    const path = fillPattern(pattern, place, facts);
    return path === null ? null : ended(model, prefix + path, place);
  }
  if (place.kind === "branch" && slug !== null) return null;
  const last = slug === null ? posix.basename(place.path) : slug;
  const path = place.path === "/" ? "/" : posix.join(posix.dirname(place.path), last);
  const isPlain = plainPath.test(path) && !slug?.includes("/");
  return isPlain ? ended(model, prefix + path, place) : null;
}

function patternOf({ permalinks }: HugoModel, { kind, path }: PagePlace): string | undefined {
  return (kind === "branch" ? permalinks.section : permalinks.page)[path.split("/")[1] ?? ""];
}

/** Whether the site's configuration makes the addresses of the page's section. */
export function hasPattern(model: HugoModel, place: PagePlace): boolean {
  return patternOf(model, place) !== undefined;
}

/**
 * The folder of an address that is not known: what is written in front of its first unknown part. `facts`:
 * none of a page that is not read.
 */
export function knownFolder(model: HugoModel, place: PagePlace, facts?: PageFacts): string {
  if (facts?.fields.url !== undefined) return "/";
  const pattern = patternOf(model, place);
  const path = pattern === undefined ? place.path : fillKnown(pattern, place, facts);
  const parts = path.split("/").slice(1, -1);
  const end = parts.findIndex((part) => !plainPath.test(part));
  const known = end < 0 ? parts : parts.slice(0, end);
  return posix.join("/", languagePrefix(model, place.language), ...known, "/");
}

function ofUrl(url: string, prefix: string): string | null {
  if (/[:\s?#]/.test(url)) return null;
  const path = url.startsWith("/") ? url : posix.join("/", prefix, url);
  // With several languages, the meaning of an address from the root depends on Hugo's version.
  if (prefix !== "" && url.startsWith("/")) return null;
  return /\.html?$/.test(path) ? path : closed(path);
}

function ended(model: HugoModel, path: string, place: PagePlace): string | null {
  const { uglyUrls } = model;
  const section = place.path.split("/")[1] ?? "";
  const isUgly = typeof uglyUrls === "boolean" ? uglyUrls : uglyUrls.includes(section);
  const address = model.keepsCase ? path : path.toLowerCase();
  if (!isUgly || place.kind === "branch") return closed(address);
  return place.kind === "leaf" ? null : `${address.replace(/\/$/, "")}.html`;
}

/** Null if the pattern has a part that is not read, or for which the page has no date. */
function fillPattern(pattern: string, place: PagePlace, facts: PageFacts | undefined): string | null {
  const filled = fillKnown(pattern, place, facts);
  return filled.includes(":") ? null : posix.join("/", filled);
}

/** Leaves parts as they are written that are not known. */
function fillKnown(pattern: string, place: PagePlace, facts: PageFacts | undefined): string {
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(textOf(facts?.fields.date) ?? "");
  const name = posix.basename(place.path);
  const slug = textOf(facts?.fields.slug);
  const title = textOf(facts?.fields.title);
  const sections = posix.dirname(place.path).slice(1);
  const parts: Readonly<Record<string, string | null>> = {
    year: date?.[1] ?? null,
    month: date?.[2] ?? null,
    day: date?.[3] ?? null,
    section: place.path.split("/")[1] ?? "",
    sections,
    slug: slug ?? urlize(title),
    title: urlize(title),
    filename: name,
    contentbasename: name,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
  };
  return pattern.replace(/:([a-z]+)(\[?)/g, (whole, key: string, range: string) => {
    const part = range === "" ? parts[key] : null;
    return part === undefined || part === null || !plainPath.test(part) ? whole : part;
  });
}

/** Letters that may lose an accent, and signs with a meaning in paths. */
const unsureInTitle = /[^ -~\p{P}\p{S}]|[/\\#%+~@]/u;

/**
 * Returns Hugo's form of a title, which keeps letters, digits, dots, `_` and hyphens; null where it depends
 * on the version or on settings.
 */
function urlize(title: string | null): string | null {
  if (title === null || unsureInTitle.test(title)) return null;
  const kept = title.replace(/[^A-Za-z0-9 ._-]/g, "").trim();
  // Versions differ in hyphens beside spaces.
  return kept === "" || kept.endsWith(".") || /[ ]-|-[ ]/.test(kept) ? null : kept.replace(/[ ]+/g, "-");
}

function closed(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function textOf(field: Field | undefined): string | null {
  return typeof field === "string" && field !== "" ? field : null;
}

function listOf(field: Field | undefined): string[] {
  return typeof field === "string" ? [field] : (field ?? []);
}
