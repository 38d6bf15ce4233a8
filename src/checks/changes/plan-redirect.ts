import { posix } from "node:path";
import { resolveLink } from "../links/resolve-link.ts";
import { addressKey } from "../model/address-key.ts";
import { routeKey } from "../model/build-index.ts";
import { normalRoute } from "../model/compile-redirects.ts";
import type { Redirect, RedirectHome, RedirectPair, RedirectTable } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import { addToPage } from "./add-old-address.ts";
import type { EditCollection } from "./collect-edits.ts";
import { isReachedByFile, whyNotReached } from "./is-reached-by-file.ts";
import { addHostRedirects } from "./plan-host-redirect.ts";
import { type DataHome, renderRedirect } from "./render-redirect.ts";
import { insertRedirects } from "./script-redirects.ts";

/**
 * Adds a redirect from the old address to the new one if the generator has a place for it, else a note.
 * `followed`: targets of other redirects that lead to the new one now. `isKept`: the old address leads to the
 * page; `linked`: keys of such addresses to which links lead in the browser as well.
 */
export async function addRedirect(
  site: Site,
  edits: EditCollection,
  notes: string[],
  from: string,
  to: string,
): Promise<{ followed: InboundLink[]; isKept: boolean; linked?: Set<string> }> {
  const { redirectHome: home, redirectTable: table } = site.configuration;
  if (table) {
    changeTable(table, edits, from, to);
    return addressKept;
  }
  const found = findPairs(site, from, to);
  const [first] = found;
  if (first === undefined) return addressKept;
  const pairs = [...found, ...findMade(site, notes, found)];
  const turned = turnBack(site, edits, notes, pairs);
  const rest = pairs.filter(({ old }) => !turned.old.has(old));
  if (home !== null && home.kind !== "script") {
    retarget(site, edits, first.old, first.now);
    if (!isReachedByFile(site, from, to)) {
      notes.push(`no redirect was added from ${first.old}: ${whyNotReached}`);
      return { followed: [], isKept: false };
    }
    if (rest.length > 0 && !staysAt(site, from, to)) await addToData(site, edits, home, first);
    return home.kind === "yaml-map" ? withPageAt(site, from) : addressKept;
  }
  if (home === null && (await addToPage(site, edits, from, first))) return withPageAt(site, from);
  const isAdded = home !== null && (await addToScript(site, edits, home, rest));
  const hosted = home === null ? await addHostRedirects(site, edits, rest) : null;
  const isKept = isAdded || hosted !== null;
  if (!isKept) notes.push(`no redirect was added from ${first.old}: ${whyNone(site)}`);
  const { followed, left } = retargetInPlace(site, edits, from, first);
  for (const old of [...left.map((one) => one.from), ...olderAddresses(site, from)])
    notes.push(`the redirect from ${old} leads to ${first.old}: change it by hand`);
  const linked = new Set(isAdded && home.isForLinks ? pairs.map(({ old }) => addressKey(old)) : []);
  return { followed: [...turned.followed, ...followed, ...(hosted ?? [])], isKept, linked };
}

const addressKept = { followed: [], isKept: true };

/** Whether the page has the same address at both places: a redirect would be written over it. */
function staysAt({ configuration: { routing }, files, pages }: Site, from: string, to: string): boolean {
  const facts = pages.get(from);
  const [before, after] = [from, to].map((path) => routing?.addressesOf({ path, facts }, files)[0]);
  return before !== undefined && after !== undefined && addressKey(before) === addressKey(after);
}

/** These generators write a page at the old address, which leads on whoever asks for it. */
function withPageAt({ configuration, files, pages }: Site, from: string) {
  const addresses = configuration.routing?.addressesOf({ path: from, facts: pages.get(from) }, files) ?? [];
  return { ...addressKept, linked: new Set(addresses.slice(0, 1).map(addressKey)) };
}

type ScriptHome = Extract<RedirectHome, { kind: "script" }>;

async function addToData(
  { read }: Site,
  edits: EditCollection,
  home: DataHome,
  { old, now }: RedirectPair,
): Promise<void> {
  const { at, inserted } = renderRedirect(home, (await read(home.path)).toString("utf8"), old, now);
  edits.add(home.path, { start: at, end: at, text: inserted }, "redirect");
}

/** Returns false if the list is none that can be extended safely. */
async function addToScript(
  { read }: Site,
  edits: EditCollection,
  home: ScriptHome,
  pairs: readonly RedirectPair[],
): Promise<boolean> {
  if (pairs.length === 0) return true;
  const edit = insertRedirects((await read(home.path)).toString("utf8"), home, pairs);
  if (edit !== null) edits.add(home.path, edit, "redirect");
  return edit !== null;
}

/**
 * Turns redirects from an address that the page has now: they would hide it, or lead to themselves. Returns
 * the old addresses that lead to the page by them, and their targets of before.
 */
function turnBack(
  { configuration }: Site,
  edits: EditCollection,
  notes: string[],
  pairs: readonly RedirectPair[],
): { old: Set<string>; followed: InboundLink[] } {
  const { redirects, redirectHome: home } = configuration;
  const spell = home?.kind === "script" ? home.spell : (address: string) => address;
  const turned = new Set<string>();
  const followed: InboundLink[] = [];
  for (const { from, to, place, source } of redirects) {
    const pair = pairs.find(({ now }) => normalRoute(now) === normalRoute(from));
    if (pair === undefined) continue;
    const [old, now] = [spell(pair.old, "source"), spell(pair.now, "target")];
    const isPlain = old !== null && now !== null && /^[\w./-]+$/.test(old + now);
    if (home === null || !isPlain || !place || !source || turned.has(pair.old)) {
      notes.push(`the redirect from ${from} leads away from the page, which is there now: remove it by hand`);
      continue;
    }
    edits.add(source.path, { start: source.start, end: source.end, text: old }, "redirect");
    edits.add(place.path, { start: place.start, end: place.end, text: now }, "redirect");
    turned.add(pair.old);
    followed.push({ path: place.path, line: place.line, target: to });
  }
  return { old: turned, followed };
}

/**
 * Points redirects that a configuration writes out at the page's new address, each in its own way of writing.
 * `left`: those that it does not know how to change.
 */
function retargetInPlace(
  site: Site,
  edits: EditCollection,
  from: string,
  { old: source, now: destination }: RedirectPair,
): { followed: InboundLink[]; left: Redirect[] } {
  const followed: InboundLink[] = [];
  const left: Redirect[] = [];
  for (const redirect of site.configuration.redirects) {
    const { to, place } = redirect;
    const target = normalRoute(to);
    if (normalRoute(redirect.from) === normalRoute(destination)) continue;
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

function whyNone({ configuration }: Site): string {
  const { generator, navigationFile, redirectHome, whyNoRedirects } = configuration;
  if (generator === "mkdocs")
    return `the redirects plugin has no redirect_maps in ${posix.basename(navigationFile ?? "mkdocs.yml")}`;
  if (redirectHome !== null) return `it is not known how ${redirectHome.path} would write it`;
  return whyNoRedirects ?? "no file for redirects is known on this site";
}

/**
 * Returns the names that redirects use, where they change: addresses, or in YAML paths of files. A page may
 * be shown at several addresses.
 */
function findPairs(site: Site, from: string, to: string): RedirectPair[] {
  const { docsRoot, linkStyle, routing, redirectHome } = site.configuration;
  const below = (one: string): string => (docsRoot === "" ? one : posix.relative(docsRoot, one));
  const nameOf = (path: string) => (linkStyle === "file" ? below(path) : `/${below(routeKey(path))}`);
  const isByAddress = routing !== null && (redirectHome === null || linkStyle !== "file");
  const namesOf = (path: string): string[] => {
    if (!isByAddress) return [nameOf(path)];
    const found = routing.addressesOf({ path, facts: site.pages.get(from) }, site.files);
    return found.length === 0 ? [path] : found;
  };
  const [before, after] = [namesOf(from), namesOf(to)];
  const isOther = (address: string) => (site.index.addresses.get(addressKey(address)) ?? from) !== from;
  // Where a redirect is a page of its own, a slash at the end makes no other address.
  const isSame = ({ old, now }: RedirectPair) =>
    redirectHome?.kind === "script" ? addressKey(old) === addressKey(now) : old === now;
  return before
    .map((old, index) => ({ old, now: before.length === after.length ? after[index]! : after[0]! }))
    .filter((pair, index) => !isSame(pair) && (index === 0 || !isOther(pair.old)));
}

/** Returns the addresses that a function of the configuration led to the old ones, and will not any more. */
function findMade(
  { configuration, index }: Site,
  notes: string[],
  pairs: readonly RedirectPair[],
): RedirectPair[] {
  const { makeOldAddresses, redirects } = configuration;
  if (makeOldAddresses === undefined) return [];
  if (makeOldAddresses === null) {
    notes.push(
      "a function of the configuration makes redirects, and may have made some to the page's old address",
    );
    return [];
  }
  const taken = new Set(
    [...redirects.map(({ from }) => from), ...pairs.map(({ old }) => old)].map(addressKey),
  );
  return pairs.flatMap(({ old, now }) => {
    const kept = new Set([...makeOldAddresses(now), now].map(addressKey));
    const isLost = (one: string) => {
      const key = addressKey(one);
      return !kept.has(key) && !taken.has(key) && !index.addresses.has(key);
    };
    return makeOldAddresses(old)
      .filter(isLost)
      .map((one) => ({ old: one, now }));
  });
}

/** Points redirects to the old route at the new one, so that no chain grows. */
function retarget(site: Site, edits: EditCollection, source: string, destination: string): void {
  for (const { from, to, place } of site.configuration.redirects) {
    const hash = /#.*$/s.exec(to)?.[0] ?? "";
    if (place === null || to.slice(0, to.length - hash.length) !== source) continue;
    if (normalRoute(from) === normalRoute(destination)) continue;
    edits.add(place.path, { start: place.start, end: place.end, text: destination + hash }, "redirect");
  }
}
