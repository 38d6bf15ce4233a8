import type { PlacedPage, Site } from "../../model/site.ts";
import type { Translation } from "../../types.ts";
import { readPathFunction } from "../script/read-path-function.ts";
import { computed, member, type ScriptValue } from "../script/script-values.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import { findTranslations, type Languages } from "../shared/find-translations.ts";

export interface VitepressSite {
  docsRoot: string;
  /** Null if computed. */
  base: string | null;
  cleanUrls: boolean;
  isExcluded(path: string): boolean;
  /** Returns the path below the source folder at which the one of a page is published. */
  rewrite(path: string): string;
  /** Null if menus lead from no page to its translations. */
  languages: Languages | null;
}

/** Path below the source folder and the path at which it is published instead, part by part. */
interface Rewrite {
  from: (string | Named)[];
  to: string;
}

/** A name with what stands around it in its part of the path. */
interface Named {
  name: string;
  isMany: boolean;
  /** Whether many parts may be none. */
  isOptional: boolean;
  before: string;
  after: string;
}

export interface VitepressRoutes {
  hasRoute(path: string): boolean;
  addressesOf(page: PlacedPage, files: ReadonlySet<string>): string[];
  addressFolder(page: PlacedPage): string;
  /** Returns the page of an address, or null. */
  lookUp(site: Site, address: string): string | null;
  /** Returns an address with `.md`, `.html` or neither, as in `target`. */
  spell(target: string, address: string): string;
  translationsOf(from: string, to: string, files: ReadonlySet<string>): Translation[];
}

export function createRoutes(site: VitepressSite): VitepressRoutes {
  const { docsRoot } = site;
  const prefix = docsRoot === "" ? "" : `${docsRoot}/`;
  const hasRoute = (path: string): boolean =>
    path.startsWith(prefix) &&
    /\.md$/.test(path) &&
    !/(?:^|\/)\./.test(path.slice(prefix.length)) &&
    !site.isExcluded(path.slice(prefix.length));
  const addressOf = (path: string): string => {
    const published = site.rewrite(path.slice(prefix.length));
    return `/${published.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1")}`;
  };
  return {
    hasRoute,
    translationsOf: (from, to, files) => {
      const ownAddress = (path: string) => (hasRoute(path) ? addressOf(path) : null);
      return site.languages === null ? [] : findTranslations(site.languages, ownAddress, { from, to, files });
    },
    // A page with parameters is published at addresses that only its code knows.
    addressesOf: ({ path }) => (hasRoute(path) && !path.includes("[") ? [addressOf(path)] : []),
    addressFolder: ({ path }) => {
      const address = addressOf(path);
      return address.slice(0, address.lastIndexOf("/") + 1);
    },
    lookUp: (whole, address) => {
      const bare = address.replace(/\.(?:md|html)$/, "").replace(/(^|\/)index$/, "$1");
      const page = lookUpAddress(whole, bare);
      // `/a` is `a.md`, `/a/` is `a/index.md`.
      return page !== null && addressOf(page).endsWith("/") === (bare.endsWith("/") || bare === "")
        ? page
        : null;
    },
    spell: (target, address) => {
      const path = target.replace(/[?#].*$/s, "");
      const tail = target.slice(path.length);
      const extension = /\.(?:md|html)$/.exec(path)?.[0] ?? "";
      const wroteIndex = /(?:^|\/)index(?:\.md|\.html)?$/.test(path);
      const isFolder = address.endsWith("/");
      const named = isFolder && (extension !== "" || wroteIndex) ? `${address}index` : address;
      return (isFolder && !named.endsWith("index") ? named : named + extension) + tail;
    },
  };
}

const use = /:(\w+)(?:[*+]|\(\.\*\))?|\(\.\*\)/g;

/** Patterns ignore case. */
function rewrite(rewrites: readonly Rewrite[], path: string): string {
  for (const { from, to } of rewrites) {
    const found = matchParts(from, path.split("/"));
    if (found === null) continue;
    return to
      .split("/")
      .map((part) => part.replace(use, (_, name = "0") => found.get(name) ?? ""))
      .join("/")
      .replace(/\/{2,}/g, "/");
  }
  return path;
}

function matchParts(from: Rewrite["from"], parts: readonly string[]): Map<string, string> | null {
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, part] of from.entries()) {
    if (typeof part !== "string" && part.isMany) {
      const after = from.length - index - 1;
      const many = parts.slice(at, parts.length - after);
      const text = cut(many.join("/"), part);
      if (text === null || (many.length === 0 && !part.isOptional)) return null;
      found.set(part.name, text);
      at += many.length;
      continue;
    }
    const own = parts[at];
    const text = typeof part === "string" || own === undefined ? null : cut(own, part);
    if (own === undefined || (typeof part === "string" ? !isSame(part, own) : text === null || text === ""))
      return null;
    if (typeof part !== "string") found.set(part.name, text!);
    at += 1;
  }
  return at === parts.length ? found : null;
}

function cut(text: string, { before, after }: Named): string | null {
  const end = text.length - after.length;
  if (end < before.length || !isSame(text.slice(0, before.length), before) || !isSame(text.slice(end), after))
    return null;
  return text.slice(before.length, end);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Null if they are computed, or use patterns that are not read. */
export function compileRewrites(root: ScriptValue): VitepressSite["rewrite"] | null {
  const written = root.kind === "object" ? root.members.get("rewrites") : undefined;
  if (written?.kind === "transform") {
    const rewrite = readPathFunction(written);
    // An empty result leaves the path as it is.
    return rewrite && ((path) => rewrite(path) || path);
  }
  const value = member(root, "rewrites");
  if (value === undefined) return (path) => path;
  if (value === computed || value.kind !== "object" || value.isOpen) return null;
  const rewrites: Rewrite[] = [];
  for (const [from, to] of value.members) {
    if (to.kind !== "value" || typeof to.value !== "string") return null;
    const parts = from.split("/").map(compilePart);
    const many = parts.filter((part) => part !== null && typeof part !== "string" && part.isMany);
    if (parts.includes(null) || many.length > 1) return null;
    rewrites.push({ from: parts.filter((part) => part !== null), to: to.value });
  }
  return (path) => rewrite(rewrites, path);
}

const named = /^:(\w+)([*+]|\(\.\*\))?/;
const plain = /^[\w.-]*$/;

function compilePart(part: string, index: number): Rewrite["from"][number] | null {
  if (part === "(.*)") return { name: "0", isMany: true, isOptional: false, before: "", after: "" };
  const colon = part.indexOf(":");
  if (colon < 0) return /[*+?()[\]{}^\\]/.test(part) ? null : part;
  const [mark, name, many] = named.exec(part.slice(colon)) ?? [];
  const [before, after] = [part.slice(0, colon), part.slice(colon + (mark?.length ?? 0))];
  if (name === undefined || !plain.test(before) || !plain.test(after)) return null;
  // A name repeats with the slash in front of it, which the first one does not have.
  if (/^[*+]$/.test(many ?? "") && (index === 0 || before !== "")) return null;
  return { name, isMany: many !== undefined, isOptional: many === "*", before, after };
}
