import { posix } from "node:path";
import { isInclude, type PageLink } from "../../markdown/page-scan.ts";
import { isPagePath } from "../../text/page-path.ts";
import { createPause, type Pause } from "../create-pause.ts";
import { keepDot } from "../links/keep-dot.ts";
import { relativePath } from "../links/relative-path.ts";
import { rebaseRouted } from "../links/render-routed.ts";
import { countsByFiles, resolutionsOf, resolveLink } from "../links/resolve-link.ts";
import { findHolders } from "../links/resolve-part.ts";
import type { TargetParts } from "../links/split-target.ts";
import { addressKey } from "../model/address-key.ts";
import { kindOfPath } from "../model/read-address.ts";
import type { Site } from "../model/site.ts";
import { findLinksTo } from "../possible-links/find-links-to.ts";
import { readAddress } from "../possible-links/open-links.ts";
import { differOnlyInOrder, isFolderPage } from "../possible-links/path-names.ts";
import type { InboundLink, MovePlan } from "../types.ts";
import { collectEdits, type EditCollection } from "./collect-edits.ts";
import { dependsOnPlace } from "./depends-on-place.ts";
import { describeUnclear } from "./describe-unclear.ts";
import { findLeftBehind } from "./find-left-behind.ts";
import { findNeed, findStartLinks } from "./find-start-links.ts";
import { addRedirect } from "./plan-redirect.ts";
import { rebaseFields } from "./rebase-fields.ts";
import { rebaseParts } from "./rebase-parts.ts";
import { rebasePattern } from "./rebase-pattern.ts";
import { refuseMove } from "./refuse-move.ts";
import { type Found, renderMoved } from "./render-moved.ts";
import { rewriteImports } from "./rewrite-imports.ts";
import { rewriteNavigation } from "./rewrite-navigation.ts";
import { rewriteOwnHost } from "./rewrite-own-host.ts";

export interface PlanOptions {
  /** Whether no link of the site is judged, because too many look broken. */
  isWhole?: boolean;
  pause?: Pause;
  /** Whether a file belongs to another site of the repository. */
  isElsewhere?(path: string): boolean;
}

/**
 * Plans the consequences of moving `from` to `to` (repository paths; the site is as it was before the move).
 * Edits are whole new texts; the moved page's own edit, if any, names `to`. Nothing is written.
 */
export async function planMove(
  site: Site,
  from: string,
  to: string,
  { isWhole = false, pause = createPause(), isElsewhere }: PlanOptions = {},
): Promise<MovePlan> {
  const edits = collectEdits(site);
  const notes: string[] = [];
  if (!site.files.has(from)) return { edits: [], unclear: [], notes: [`${from} does not exist`] };
  const refusal = refuseMove(site, from, to);
  if (refusal !== null) return { edits: [], unclear: [], notes, refusal };
  if (site.files.has(to)) notes.push(`${to} exists already`);
  const isRouted = isPagePath(from) && site.configuration.hasRoute(from);
  const named = await findLinksTo(site, from, { isWhole, pause, withFixed: false, isElsewhere });
  const needs = [...(await findStartLinks(site, from, to)), ...(await findNeed(site, from, to))];
  const possible = [...named, ...needs];
  const links = [
    ...rewriteInbound(site, edits, from, to),
    ...rebaseOwn(site, edits, from, to),
    ...rebaseParts(site, edits, from, to),
    ...(await findLeftBehind(site, from, to)),
  ];
  const nameOf = (link: InboundLink): string => `${link.path}:${link.line} ${link.target}`;
  const placeOf = (link: InboundLink): string => nameOf(link).replace(/[?#].*$/s, "");
  await rebaseFields(site, edits, from, to);
  const followed = await rewriteImports(site, edits, from, to);
  const further: string[] = [];
  await rewriteNavigation(site, edits, further, from, to);
  const redirect = isRouted ? await addRedirect(site, edits, further, from, to) : null;
  followed.push(...(redirect?.followed ?? []));
  const isKept = redirect?.isKept === true;
  if (!isKept) followed.push(...(await rewriteOwnHost(site, edits, { from, to, possible })));
  const kept = keptAddresses(site, from, to);
  const leads = ({ target, isByPath }: InboundLink): boolean => {
    if (isByPath === true) return false;
    const address = site.configuration.isRoutingKnown ? null : readAddress(target);
    if (address !== null && differOnlyInOrder(address.names, from, to)) return true;
    const bare = target.replace(/[?#].*$/s, "");
    if (
      bare.startsWith("/") &&
      (kept.has(addressKey(bare)) || redirect?.linked?.has(addressKey(bare)) === true)
    )
      return true;
    // If a relative address of a data file leads to this page at all, it is one that the page keeps.
    const isRelative = /^\.{1,2}\/.*\/$/.test(bare);
    return (isKept && /^(?:https?:)?\/\//i.test(bare)) || (isRelative && (isKept || kept.size > 0));
  };
  links.push(...possible.filter((link) => !leads(link)));
  const clear = new Set(followed.map(placeOf));
  const open = links.filter((link) => !clear.has(placeOf(link)));
  const unclear = [...new Map(open.map((link) => [nameOf(link), link])).values()];
  if (unclear.length > 0) notes.push(describeUnclear(unclear, from));
  notes.push(...further);
  const firstMoves = site.configuration.routing?.translationsOf?.(from, to, site.files) ?? [];
  const done = await edits.finish((path) => (path === from ? to : path));
  return { edits: done, unclear, notes, ...(firstMoves.length > 0 && { firstMoves }) };
}

/** Keys of the addresses that the page has at either place, because it states them itself. */
function keptAddresses({ configuration, pages, files }: Site, from: string, to: string): Set<string> {
  const namesOf = (path: string) =>
    configuration.routing?.addressesOf({ path, facts: pages.get(from) }, files).map(addressKey) ?? [];
  const now = new Set(namesOf(to));
  return new Set(namesOf(from).filter((one) => now.has(one)));
}

function rewriteInbound(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  const unclear: InboundLink[] = [];
  for (const [path, page] of site.pages) {
    if (path === from) continue;
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      const resolution = resolutions[index]!;
      if ((resolution.kind !== "page" && resolution.kind !== "file") || resolution.path !== from) continue;
      const text = renderMoved(site, path, resolution, { named: to, from, to });
      if (text === null) unclear.push({ path, line: link.line, target: link.target });
      else if (text !== link.target) edits.add(path, { start: link.start, end: link.end, text }, "link");
    }
  }
  return unclear;
}

/** Rewrites relative links of the moved page for its new place. */
function rebaseOwn(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  const unclear: InboundLink[] = [];
  const isSameFolder = posix.dirname(from) === posix.dirname(to);
  const isPart = findHolders(site, from).length > 0;
  for (const link of site.pages.get(from)?.links ?? []) {
    const { line, target } = link;
    if (isPart && !isInclude(link.kind)) continue;
    const pattern = rebasePattern(site, link, from, to);
    if (pattern !== null && pattern !== target)
      edits.add(from, { start: link.start, end: link.end, text: pattern }, "link");
    if (pattern !== null) continue;
    const resolution = resolveLink(site, from, target, link.kind);
    if (resolution.kind !== "page" && resolution.kind !== "file") {
      if (resolution.kind === "skipped" || resolution.parts.include?.folder != null) continue;
      if (resolution.parts.isLabel || resolution.parts.isWikilink) continue;
      if (resolution.kind !== "unjudged" || resolution.isOutside)
        rebaseMissing(site, edits, { from, to }, link, resolution.parts);
      else if (!isSameBase(site, from, to) && dependsOnPlace(site, resolution.parts.path, from, to))
        unclear.push({ path: from, line, target });
      continue;
    }
    const isSelf = resolution.path === from;
    const { rawPath } = resolution.parts;
    // A relative field may be known by its address from the root.
    const isFixed = rawPath.startsWith("/") && !/^\.\.?\//.test(target);
    if (rawPath === "" || (isFixed && !isSelf)) continue;
    if (isSameFolder && !isSelf && countsFromFolder(site, resolution)) continue;
    const named = isSelf ? to : resolution.path;
    const text = staysWithPage(site, resolution, from)
      ? null
      : renderMoved(site, to, resolution, { named, from, to });
    if (text === null) unclear.push({ path: from, line, target });
    else if (text !== target) edits.add(from, { start: link.start, end: link.end, text }, "link");
  }
  return unclear;
}

/** Whether the page's relative targets count from the same file folder and address at both places. */
function isSameBase({ configuration, pages }: Site, from: string, to: string): boolean {
  const { routing, isRoutingKnown } = configuration;
  if (routing === null || !isRoutingKnown || posix.dirname(from) !== posix.dirname(to)) return false;
  const folderOf = (path: string): string => routing.addressFolder({ path, facts: pages.get(from) });
  return folderOf(from) === folderOf(to);
}

/** Some generators publish the files next to a folder's page only together with that page. */
function staysWithPage({ configuration }: Site, { kind, path }: Found, from: string): boolean {
  if (configuration.isRoutingKnown || kind !== "file" || !isFolderPage(from)) return false;
  return path.startsWith(`${posix.dirname(from)}/`);
}

/**
 * Whether the target is relative to the folder, not to the page's own address, which changes even within the
 * folder.
 */
function countsFromFolder({ configuration, addresses }: Site, { parts }: Found): boolean {
  if (configuration.routing !== null) return false;
  return configuration.isRoutingKnown || addresses.base !== "page" || kindOfPath(parts.path) !== "address";
}

function rebaseMissing(
  site: Site,
  edits: EditCollection,
  { from, to }: { from: string; to: string },
  link: PageLink,
  parts: TargetParts,
): void {
  const { routing } = site.configuration;
  const isAddress = kindOfPath(parts.path) === "address" && !parts.rawPath.startsWith("/");
  if (parts.template !== undefined) return;
  if (routing === null || !isAddress || countsByFiles(site, from)) {
    rebasePath(edits, from, to, link, parts.rawPath);
    return;
  }
  const facts = site.pages.get(from);
  const path = rebaseRouted(routing, parts, { path: from, facts }, { path: to, facts });
  const text = path + parts.query + parts.hash;
  if (text !== link.target) edits.add(from, { start: link.start, end: link.end, text }, "link");
}

/**
 * A relative target without a page or file keeps naming the same place: a redirect, a generated page, an
 * excluded file.
 */
function rebasePath(
  edits: EditCollection,
  from: string,
  to: string,
  link: { start: number; end: number; target: string },
  rawPath: string,
): void {
  if (rawPath.startsWith("/") || posix.dirname(from) === posix.dirname(to)) return;
  const meant = posix.join(posix.dirname(from), rawPath);
  const relative = relativePath(posix.dirname(to), meant) || ".";
  const dotted = keepDot(relative, { rawPath });
  const slash = rawPath.endsWith("/") ? "/" : "";
  const text = dotted + slash + link.target.slice(link.target.indexOf(rawPath) + rawPath.length);
  edits.add(from, { start: link.start, end: link.end, text }, "link");
}
