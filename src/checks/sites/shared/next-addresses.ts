import {
  applyRedirect,
  compileRedirects,
  isPlainSource,
  normalRoute,
} from "../../model/compile-redirects.ts";
import type { Redirect, RedirectHome } from "../../model/redirect-table.ts";
import type { SiteContext } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { readScript } from "../script/read-script.ts";
import { flagMember, type ScriptValue, textMember, textPlace, unwrapCall } from "../script/script-values.ts";
import { addressOfRoute } from "./addresses.ts";

/** What Next.js publishes besides the pages shown by files. */
export interface OtherAddresses {
  /** Those that are written out. Of a permanent one the source is an old name of its target. */
  redirects: Redirect[];
  redirectHome: RedirectHome | null;
  /** Where a temporary redirect leads from the address, null if none does. `isExact`: not by a wildcard. */
  followTemporary(address: string): { to: string; isExact: boolean } | null;
  /** Whether something may be at an address although no file shows it. */
  mayExist(address: string): boolean;
  readFrom: string[];
}

const unread = "/";
const everything = "/*";

/** Code that may answer at any address, by its path below the folder of the configuration. */
export const nextMiddleware = /^(?:src\/)?(?:middleware|proxy)\.[jt]s$/;

/** A pattern such as `/docs/:path*.mdx`, which only addresses with this ending match. */
interface Ending {
  start: string;
  end: string;
}

/**
 * `shown` are the pages of code that show the content; `isKnown` tells of code before all pages what
 * it does.
 */
export async function readOtherAddresses(
  context: SiteContext,
  given: ScriptValue,
  {
    root,
    shown,
    files = context.files,
    isKnown = () => false,
  }: {
    root: string;
    shown: ReadonlySet<string>;
    /** Those of the site, where folders of languages do not count. */
    files?: ReadonlySet<string>;
    isKnown?(path: string): boolean;
  },
): Promise<OtherAddresses> {
  const redirects: Redirect[] = [];
  const starts = readFolders(files, root, shown, isKnown);
  const endings: Ending[] = [];
  const sources: string[] = [];
  const host = `${root}vercel.json`;
  const hosted = context.files.has(host) ? (await readScript(context, host)).value : null;
  for (const one of hosted === null ? [given] : [given, hosted]) {
    const found = readRules(one);
    redirects.push(...found.redirects);
    for (const source of found.sources)
      if (isPlainSource(source)) sources.push(source);
      else addStart(source, starts, endings);
  }
  const served = compileSources(sources);
  const lasting = compileRedirects(redirects, { isOrdered: true });
  const all = compileRedirects(
    redirects.map(({ from, to, place }) => ({ from, to, place })),
    { isOrdered: true },
  );
  return {
    redirects,
    redirectHome: findRedirectHome(given),
    followTemporary: (address) => {
      const route = normalRoute(address);
      const to = applyRedirect(all, route);
      return to === null || to === applyRedirect(lasting, route)
        ? null
        : { to, isExact: all.exact.has(route) };
    },
    mayExist: (address) =>
      served.unread !== null ||
      starts.some((start) => address === start || isBelow(start, address)) ||
      endings.some(({ start, end }) => address.startsWith(start) && address.endsWith(end)) ||
      applyRedirect(served, normalRoute(address)) !== null,
    readFrom: hosted === null ? [] : [host],
  };
}

function compileSources(sources: readonly string[]): SiteIndex["redirects"] {
  return compileRedirects(sources.map((from) => ({ from, to: from, place: null })));
}

/** None where the site is exported as files: Next.js then leaves its redirects to a server. */
function findRedirectHome(given: ScriptValue): RedirectHome | null {
  if (textMember(given, "output") === "export") return null;
  const rules = given.kind === "object" ? given.members.get("redirects") : undefined;
  const list = rules && unwrapCall(rules, /^$/);
  if (list?.kind !== "list" || list.at === undefined) return null;
  const { path, start } = list.at;
  const lasting = { permanent: [true], statusCode: [301, 308] };
  const shape = { from: "source", to: "destination", lasting };
  return { kind: "script", path, at: start, shape, isForLinks: true, spell: (address) => address };
}

function isBelow(start: string, address: string): boolean {
  return start.endsWith("/") && address.startsWith(start);
}

/** Returns addresses that code may serve: those of folders with a parameter; `/` for all. */
function readFolders(
  files: ReadonlySet<string>,
  root: string,
  shown: ReadonlySet<string>,
  isKnown: (path: string) => boolean,
): string[] {
  const starts: string[] = [];
  for (const path of files) {
    if (!path.startsWith(root) || shown.has(path)) continue;
    const below = path.slice(root.length);
    if (nextMiddleware.test(below) && !isKnown(path)) starts.push(unread);
    const [, routed] = /^(?:src\/)?(?:app|pages)\/(.*\.[jt]sx?)$/.exec(below) ?? [];
    const at = routed?.indexOf("[") ?? -1;
    if (routed !== undefined && at >= 0) starts.push(addressOfRoute(routed.slice(0, at)));
  }
  return starts;
}

/** `sources`: patterns of addresses that something may be at, `/*` for all. */
function readRules(given: ScriptValue): { redirects: Redirect[]; sources: string[] } {
  if (given.kind !== "object" || given.isOpen || given.members.has("routes"))
    return { redirects: [], sources: [everything] };
  const redirects: Redirect[] = [];
  const sources: string[] = [];
  for (const one of listOf(given.members.get("redirects"))) {
    const rule = readRule(one);
    const redirect = rule?.redirect ?? null;
    if (redirect !== null) redirects.push(redirect);
    else sources.push(rule?.from ?? everything);
  }
  const rewrites = given.members.get("rewrites");
  const phases = rewrites === undefined ? undefined : unwrapCall(rewrites, /^$/);
  const lists = phases?.kind === "object" && !phases.isOpen ? [...phases.members.values()] : [rewrites];
  for (const one of lists.flatMap(listOf)) sources.push(readRule(one)?.from ?? everything);
  return { redirects, sources };
}

const unknown: ScriptValue = { kind: "unknown" };

/** Represents computed items by one unknown item. */
function listOf(value: ScriptValue | undefined): readonly ScriptValue[] {
  if (value === undefined) return [];
  const list = unwrapCall(value, /^$/);
  if (list.kind !== "list") return [unknown];
  return list.isOpen ? [...list.items, unknown] : list.items;
}

/** Null: computed. One that holds for some visitors or outside the base is no redirect of the site's. */
function readRule(value: ScriptValue): { from: string; redirect: Redirect | null } | null {
  const from = textMember(value, "source");
  const source = textPlace(value, "source");
  if (value.kind !== "object" || typeof from !== "string") return null;
  const to = value.members.get("destination");
  const isForAll =
    !["has", "missing", "basePath"].some((one) => value.members.has(one)) && isPlainSource(from);
  if (!isForAll || to?.kind !== "value" || typeof to.value !== "string") return { from, redirect: null };
  const redirect: Redirect = { from, to: to.value, place: to.place, ...source };
  return {
    from,
    redirect: flagMember(value, "permanent") === true ? redirect : { ...redirect, isTemporary: true },
  };
}

function addStart(source: string, starts: string[], endings: Ending[]): void {
  const [, start, end] = /^([^:(*{]*\/):\w+\*?(\.\w+)$/.exec(source) ?? [];
  if (start !== undefined && end !== undefined) endings.push({ start, end });
  else starts.push(startOf(source));
}

/** Returns the text before the first wildcard of a pattern. */
function startOf(source: string): string {
  const at = source.search(/[:(*{]/);
  return source.slice(0, source.lastIndexOf("/", at) + 1);
}
