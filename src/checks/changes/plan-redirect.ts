import { posix } from "node:path";
import { resolveLink } from "../links/resolve-link.ts";
import { routeKey } from "../model/build-index.ts";
import { normalRoute } from "../model/compile-redirects.ts";
import type { RedirectHome, RedirectTable } from "../model/redirect-table.ts";
import type { Redirect, Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import { addOldAddress } from "./add-old-address.ts";
import type { EditCollection } from "./collect-edits.ts";
import type { TextEdit } from "./edit-text.ts";

/**
 * Adds a redirect from the old route to the new one if the generator has a place for it, else a note. Returns
 * the targets of other redirects that lead to the new one now.
 */
export async function addRedirect(
  site: Site,
  edits: EditCollection,
  notes: string[],
  from: string,
  to: string,
): Promise<InboundLink[]> {
  const { configuration } = site;
  const home = configuration.redirectHome;
  if (configuration.redirectTable) {
    changeTable(configuration.redirectTable, edits, from, to);
    return [];
  }
  const [source, destination] = [nameOf(site, from), nameOf(site, to)];
  if (source === destination) return [];
  if (home === null) {
    const kept = await keepOldAddress(site, from, { old: source, now: destination });
    if (kept !== null) {
      edits.add(from, kept, "redirect");
      return [];
    }
    notes.push(`no redirect was added from ${source}: ${whyNone(site)}`);
    const { followed, left } = retargetInPlace(site, edits, from, { source, destination });
    for (const old of [...left.map((one) => one.from), ...olderAddresses(site, from)])
      notes.push(`the redirect from ${old} leads to ${source}: change it by hand`);
    return followed;
  }
  retarget(site, edits, source, destination);
  const text = (await site.read(home.path)).toString("utf8");
  const { at, inserted } = renderRedirect(home, text, source, destination);
  edits.add(home.path, { start: at, end: at, text: inserted }, "redirect");
  return [];
}

/** Returns the edit of the moved page that keeps its old address; null if the generator reads none there. */
async function keepOldAddress(
  { configuration, read }: Site,
  path: string,
  addresses: { old: string; now: string },
): Promise<TextEdit | null> {
  const field = configuration.oldAddressField ?? null;
  if (field === null || !addresses.old.startsWith("/")) return null;
  return addOldAddress((await read(path)).toString("utf8"), field, addresses);
}

/**
 * Points redirects that a configuration writes out at the page's new address, each in its own way of writing.
 * `left`: those that it does not know how to change.
 */
function retargetInPlace(
  site: Site,
  edits: EditCollection,
  from: string,
  { source, destination }: { source: string; destination: string },
): { followed: InboundLink[]; left: Redirect[] } {
  const followed: InboundLink[] = [];
  const left: Redirect[] = [];
  for (const redirect of site.configuration.redirects) {
    const { to, place } = redirect;
    const target = normalRoute(to);
    const found = target === normalRoute(source) ? null : resolveLink(site, from, to);
    if (found !== null && (found.kind !== "page" || found.path !== from)) continue;
    const isWritten = place !== null && place.end - place.start === to.length;
    const [old, now] = withoutBase(target, [normalRoute(source), normalRoute(destination)]);
    if (!isWritten || old === "" || now === "" || !`/${target}`.endsWith(`/${old}`)) left.push(redirect);
    else {
      const start = place.start + to.indexOf(target) + target.length - old.length;
      edits.add(place.path, { start, end: start + old.length, text: now }, "redirect");
      followed.push({ path: place.path, line: place.line, target: to });
    }
  }
  return { followed, left };
}

/** Redirects to the old name now lead to the new one, which itself stops being an old name. */
function changeTable(table: RedirectTable, edits: EditCollection, from: string, to: string): void {
  const { path, at, lineBreak, entries, form } = table;
  const [source, destination] = [form.nameOf(from), form.nameOf(to)];
  if (source === destination) return;
  for (const entry of entries) {
    const hashAt = entry.to.indexOf("#");
    const hash = hashAt < 0 ? "" : entry.to.slice(hashAt);
    if (entry.from === destination) edits.add(path, { ...entry.line, text: "" }, "redirect");
    else if (form.follow(entry) === source)
      edits.add(path, { ...entry.target, text: form.targetTo(destination, entry.from) + hash }, "redirect");
  }
  const added = form.render(source, form.targetTo(destination, source)) + lineBreak;
  edits.add(path, { start: at, end: at, text: added }, "redirect");
}

/** Removes what both addresses begin with, until a target that counts from there ends with the first. */
function withoutBase(target: string, [old, now]: [string, string]): [string, string] {
  const [first, ...rest] = old.split("/");
  if (rest.length === 0 || `/${target}`.endsWith(`/${old}`) || !now.startsWith(`${first}/`))
    return [old, now];
  return withoutBase(target, [rest.join("/"), now.slice(first!.length + 1)]);
}

/** Returns the addresses that a book's configuration gives the page; they do not move with it. */
function olderAddresses({ configuration, pages, files }: Site, path: string): string[] {
  const { generator, routing } = configuration;
  if (routing === null || generator !== "gitbook") return [];
  return routing.addressesOf({ path, facts: pages.get(path) }, files).slice(1);
}

function whyNone(site: Site): string {
  if (site.configuration.generator === "mkdocs")
    return "the redirects plugin has no redirect_maps in mkdocs.yml";
  return "no file for redirects is known on this site";
}

/** Returns the name that redirects use, if the generator has a place for them: in YAML, that of the file. */
function nameOf(site: Site, path: string): string {
  const { docsRoot, linkStyle, routing, redirectHome } = site.configuration;
  if (routing !== null && redirectHome === null)
    return routing.addressesOf({ path, facts: site.pages.get(path) }, site.files)[0] ?? path;
  const below = (one: string): string => (docsRoot === "" ? one : posix.relative(docsRoot, one));
  return linkStyle === "file" ? below(path) : `/${below(routeKey(path))}`;
}

/** Points redirects to the old route at the new one, so that no chain grows. */
function retarget(site: Site, edits: EditCollection, source: string, destination: string): void {
  for (const redirect of site.configuration.redirects) {
    if (redirect.to !== source || redirect.place === null) continue;
    const { path, start, end } = redirect.place;
    edits.add(path, { start, end, text: destination }, "redirect");
  }
}

function renderRedirect(
  home: RedirectHome,
  text: string,
  source: string,
  destination: string,
): { at: number; inserted: string } {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  if (home.kind === "yaml-map") {
    return {
      at: home.at,
      inserted: `${home.indent}${quoteYaml(source)}: ${quoteYaml(destination)}${lineBreak}`,
    };
  }
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  if (home.kind === "json-member") {
    const entry = renderObject(source, destination, unit.repeat(2), unit, lineBreak);
    const inserted = `${lineBreak}${unit}"redirects": [${lineBreak}${entry}${lineBreak}${unit}],`;
    return { at: home.at, inserted };
  }
  const lineStart = text.lastIndexOf("\n", home.at) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart, home.at))?.[0] ?? "";
  const inner = home.isEmpty
    ? outer + unit
    : (/^\[\s*?\n([ \t]*)\{/.exec(text.slice(home.at, home.at + 500))?.[1] ?? outer + unit);
  const entry = renderObject(source, destination, inner, unit, lineBreak);
  return { at: home.at + 1, inserted: `${lineBreak}${entry}${home.isEmpty ? lineBreak + outer : ","}` };
}

function renderObject(
  source: string,
  destination: string,
  indent: string,
  unit: string,
  lineBreak: string,
): string {
  const lines = [
    `${indent}{`,
    `${indent}${unit}"source": ${JSON.stringify(source)},`,
    `${indent}${unit}"destination": ${JSON.stringify(destination)}`,
    `${indent}}`,
  ];
  return lines.join(lineBreak);
}

function quoteYaml(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
