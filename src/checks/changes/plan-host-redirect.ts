import { posix } from "node:path";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { hostFiles, patternSign } from "../model/host-files.ts";
import type { RedirectPair } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";
import { type HostRule, type HostRules, readHostRules } from "./read-host-rules.ts";
import { plainAddress } from "./script-redirects.ts";

interface HostFile extends HostRules {
  path: string;
  text: string;
  /** What stands in front of the site's addresses. */
  prefix: string;
}

/**
 * Adds redirects to a file of the site's host, in its own form. Returns the redirects that lead to the new
 * addresses now, or null if there is no such file, or it is not known what the host calls the addresses.
 */
export async function addHostRedirects(
  site: Site,
  edits: EditCollection,
  pairs: readonly RedirectPair[],
): Promise<InboundLink[] | null> {
  const file = await findHostFile(site);
  const { served } = site.configuration;
  if (file === null || served === undefined) return null;
  const example = file.rules.find(({ redirect }) => redirect !== null)?.from;
  const spell = (address: string): string => {
    const named = file.prefix + served.pathOf(address);
    const isFile = /\.\w+$/.test(named) || named === "/";
    return isFile || example === undefined ? named : named.replace(/\/?$/, example.endsWith("/") ? "/" : "");
  };
  const written = pairs.map(({ old, now }) => ({ old: spell(old), now: file.prefix + served.pathOf(now) }));
  if (!written.every(({ old, now }) => plainAddress.test(old) && plainAddress.test(now))) return null;
  return written.flatMap((pair) => changeRules(file, edits, pair));
}

/** Turns a redirect around that leads away from the new address, and points others at it. */
function changeRules(file: HostFile, edits: EditCollection, { old, now }: RedirectPair): InboundLink[] {
  const followed: InboundLink[] = [];
  const replace = ({ start, end }: { start: number; end: number }, text: string) => {
    edits.add(file.path, { start, end, text }, "redirect");
    const line = file.text.slice(0, start).split("\n").length;
    followed.push({ path: file.path, line, target: file.text.slice(start, end) });
  };
  let isDone = false;
  for (const { from, redirect } of file.rules) {
    if (redirect === null) continue;
    const isSource = keyOf(from) === keyOf(old);
    if (isSource || keyOf(from) === keyOf(now)) {
      if (!isSource) replace(redirect.source, old);
      replace(redirect.target, now);
      isDone = true;
    } else if (keyOf(redirect.to) === keyOf(old)) {
      replace(redirect.target, now + (/[?#].*$/s.exec(redirect.to)?.[0] ?? ""));
    }
  }
  if (!isDone) insertRule(file, edits, { old, now });
  return followed;
}

/** Adds a rule behind the last one, but in front of the first whose pattern takes the address. */
function insertRule(file: HostFile, edits: EditCollection, { old, now }: RedirectPair): void {
  const { path, text, rules, joiner, first, render } = file;
  const model = rules.findLast(({ redirect }) => redirect !== null && !redirect.isTemporary);
  const written = model === undefined ? render(old, now) : copyRule(text, model, { old, now });
  const found = rules.findIndex((rule) => mayTake(rule, old));
  const before = found < 0 ? rules.length : found;
  const last = rules[before - 1];
  const edit =
    last !== undefined
      ? { at: last.end, text: joiner + written }
      : rules[0] !== undefined
        ? { at: rules[0].start, text: written + joiner }
        : { at: first.at, text: first.before + written + first.after };
  edits.add(path, { start: edit.at, end: edit.at, text: edit.text }, "redirect");
}

function mayTake({ from }: HostRule, address: string): boolean {
  const sign = from.search(patternSign);
  if (from === "") return true;
  return sign >= 0 && from.startsWith("/") && address.startsWith(from.slice(0, sign));
}

function copyRule(text: string, { start, end, redirect }: HostRule, { old, now }: RedirectPair): string {
  const { source, target } = redirect!;
  const parts = [
    { ...source, value: old },
    { ...target, value: now },
  ].sort((a, b) => b.start - a.start);
  let copied = text.slice(start, end);
  for (const part of parts)
    copied = copied.slice(0, part.start - start) + part.value + copied.slice(part.end - start);
  // A comment is about the rule that it stands beside.
  const lines = copied.split("\n").map((line) => line.split(/\s#/, 1)[0]!.trimEnd());
  return lines.filter((line) => line !== "").join(text.includes("\r\n") ? "\r\n" : "\n");
}

function keyOf(address: string): string {
  const bare = address.replace(/[?#].*$/s, "").replace(/(?:\/index)?\.html$/i, "");
  return trimEndCharacters(bare, "/").toLowerCase();
}

/** Returns the file of the site's host: one that has redirects already, else the one that it reads first. */
async function findHostFile(site: Site): Promise<HostFile | null> {
  const base = site.configuration.served?.base ?? null;
  if (base === null) return null;
  let found: HostFile | null = null;
  for (const path of hostFilesOf(site)) {
    const text = (await site.read(path)).toString("utf8");
    const read = readHostRules(path, text);
    const own = base.replace(/\/$/, "");
    const local =
      read?.rules.flatMap(({ redirect }) => (redirect?.to.startsWith("/") ? redirect.to : [])) ?? [];
    // Whether the host has the site below its base, other redirects show.
    const hasBase = own !== "" && local.length > 0 && local.every((to) => `${to}/`.startsWith(`${own}/`));
    if (read === null || (own !== "" && !hasBase) || !(await isOfSite(site, path, text))) continue;
    if (found === null || (found.rules.length === 0 && read.rules.length > 0))
      found = { ...read, path, text, prefix: own };
  }
  return found;
}

/** Returns the site's files for its host: among what it publishes, and in the folders above it. */
export function hostFilesOf({ configuration, files }: Pick<Site, "configuration" | "files">): string[] {
  const { docsRoot, staticRoots, generator } = configuration;
  const published = generator === "vitepress" ? staticRoots.slice(0, 1) : staticRoots;
  const above: string[] = [];
  for (let folder = docsRoot; folder !== "." && folder !== ""; folder = posix.dirname(folder))
    above.push(folder);
  return hostFiles
    .flatMap((name) =>
      (name === "_redirects" ? published : [...above, ""]).map((one) => posix.join(one, name)),
    )
    .filter((path) => files.has(path));
}

/** Whether the file is beside the site's configuration or below it, or names its folder, and is published. */
async function isOfSite({ configuration, read }: Site, path: string, text: string): Promise<boolean> {
  const main = configuration.navigationFile ?? configuration.readFrom[0] ?? "";
  if (posix.basename(path) === "_redirects")
    return configuration.generator !== "jekyll" || (await read(main)).includes("_redirects");
  const root = posix.dirname(main).replace(/(?:^|\/)(?:\.(?:vite|vue)press|config\/_default)$/, "") || ".";
  const isBeside = root === "." || `${posix.dirname(path)}/`.startsWith(`${root}/`);
  return isBeside || text.split(/[\s"']+/).some((word) => `/${word}/`.includes(`/${root}/`));
}
