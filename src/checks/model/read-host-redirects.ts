import { posix } from "node:path";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { isSettings, readSettings, settingAt } from "../sites/shared/read-settings.ts";
import { isHostFile, patternSign } from "./host-files.ts";
import type { SiteContext } from "./site.ts";

const filesMax = 20;
const linesMax = 20_000;

interface Rule {
  from: string;
  to: string;
}

/**
 * Returns a test for addresses that the host of a static site leads elsewhere, as its own files say, or any
 * other file with redirects in its name. Patterns count from their beginning on; one that takes all addresses
 * says nothing about any.
 */
export async function readHostRedirects(context: SiteContext): Promise<(address: string) => boolean> {
  const paths = [...context.files]
    .filter(holdsRedirects)
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1))
    .slice(0, filesMax);
  const exact = new Set<string>();
  const beginnings: string[] = [];
  for (const path of paths) {
    if (!isRead(path)) for (const address of await readAddresses(context, path)) exact.add(keyOf(address));
    for (const { from, to } of isRead(path) ? await readRules(context, path) : []) {
      const sign = from.search(patternSign);
      const start = sign < 0 ? from : from.slice(0, sign);
      if (sign < 0) exact.add(keyOf(from));
      else if (/[^/]/.test(start) && !to.startsWith(start)) beginnings.push(start.toLowerCase());
    }
  }
  return (address) => {
    const key = keyOf(address);
    return exact.has(key) || beginnings.some((start) => `${key}/`.startsWith(start));
  };
}

/** Of generators of their own: old addresses with their new ones, from the file's folder on. */
const addressMap = /(?:^|\/)_?redirects?\.(?:ya?ml|json)$/;

/** Lines of `_redirects` that a template of Hugo writes as a form of the home page. */
const lineTemplate = /(?:^|\/)(?:index|home)\.(?:_?redirects?|redir)$/;

/** Of a server or a build in whatever form: `redirects-list.json`, `src/redirects.ts`, `redirects`. */
function isOtherList(path: string): boolean {
  const name = posix.basename(path).toLowerCase();
  const isData = /^redirects?$|\.(?:json|ya?ml|toml|txt|csv|conf|[cm]?[jt]s)$/.test(name);
  return isData && name.includes("redirect") && !/\.(?:test|spec|d)\./.test(name);
}

/** An address, but not one that goes on as a pattern. */
const listed = /(?<![\w~@%.+:/-])(\/[\w~@%.+-][\w~@%.+/-]*)(?![\w~@%.+/*:{?-])/g;
const listBytesMax = 1024 * 1024;

/** The redirects of a `docs.json` that a former generator has left behind are often read by the new one. */
export function holdsRedirects(path: string): boolean {
  return (isRead(path) || isOtherList(path)) && !path.includes("node_modules/");
}

function isRead(path: string): boolean {
  const isData = posix.basename(path) === "docs.json" || addressMap.test(path);
  return isHostFile(path) || isData || lineTemplate.test(path);
}

/** Returns what looks like an address in a file, as a word of its own or in front of a pattern's end. */
export async function readAddresses(context: SiteContext, path: string): Promise<string[]> {
  const bytes = await context.read(path);
  if (bytes.length > listBytesMax) return [];
  const found = bytes.toString("utf8").matchAll(listed);
  return [...found].map(([, address]) => address!);
}

function keyOf(address: string): string {
  return trimEndCharacters(address, "/").toLowerCase();
}

async function readRules(context: SiteContext, path: string): Promise<Rule[]> {
  if (posix.basename(path) === "_redirects" || lineTemplate.test(path)) {
    const lines = (await context.read(path)).toString("utf8").split("\n", linesMax);
    return lines.flatMap((line) => {
      const [from = "", to = "", status = ""] = line.trim().split(/\s+/, 3);
      return from.startsWith("/") && to !== "" && !status.startsWith("404") ? [{ from, to }] : [];
    });
  }
  const settings = await readSettings(context, path);
  if (addressMap.test(path) && isSettings(settings))
    return Object.entries(settings).flatMap(([from, to]) => {
      const whole = from.startsWith("/") ? from : posix.join("/", posix.dirname(path), from);
      return typeof to === "string" ? [{ from: whole, to }] : [];
    });
  const holder = settingAt(settings, "hosting") ?? settings;
  return ["redirects", "rewrites", "routes"].flatMap((name) => {
    const list = settingAt(holder, name);
    return Array.isArray(list) ? list.flatMap(ruleOf) : [];
  });
}

function ruleOf(item: unknown): Rule[] {
  if (!isSettings(item) || item.status === 404) return [];
  const from = item.from ?? item.source ?? item.src;
  const to = item.to ?? item.destination ?? item.dest ?? "";
  return typeof from === "string" && from.startsWith("/") && typeof to === "string" ? [{ from, to }] : [];
}
