import type { PageLink } from "../../markdown/page-scan.ts";
import { splitHash } from "../../markdown/split-hash.ts";
import type { CheckInput, PageRule } from "../check-input.ts";
import { isShown } from "../links/is-shown.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { anchoredPage } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { findShowing } from "../pages/find-showing.ts";
import { leadsToAnchor } from "../pages/host-anchors.ts";
import { anchorsOf, hasAnchor, hasUnknownAnchors, suggestedAnchors } from "../pages/page-anchors.ts";
import { isProvenMissing } from "../pages/prove-anchors.ts";
import { type Repair, repairFields } from "../repairs/repair.ts";
import { repairAnchor } from "../repairs/repair-anchor.ts";
import type { Finding } from "../types.ts";
import { createItemIds } from "./item-ids.ts";
import { checkMenuAnchors } from "./menu-anchors.ts";

/** The `#…` of a link must name a heading or an id of its page. */
export const checkAnchors: PageRule = async (input) => {
  const { site, pause, pages } = input;
  const findings = checkMenuAnchors(site);
  const { isRoutingKnown } = site.configuration;
  const isOfItem = createItemIds(site);
  for (const [path, page] of pages) {
    if (pause.isDue()) await pause.wait();
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      if (link.kind === "image" || link.kind === "src" || splitHash(link.target) === null) continue;
      if (link.kind === "shortcode" || !isShown(site, link)) continue;
      const resolution = resolutions[index]!;
      const anchored = anchoredPage(resolution);
      if (anchored === null) continue;
      const { path: to, hash: written } = anchored;
      // What others have for an id is a query here.
      if (written === "" && !link.target.includes("#")) continue;
      const { hasRoute, beside } = site.configuration;
      if (!beside?.has(path) && !isWholePage(hasRoute(path), to === path)) continue;
      const hash = written.slice(1);
      const { kind } = link;
      const isThere = leadsToAnchor(site, path, { to, hash, kind }) || isInTranslation(site, path, to, hash);
      if (isThere) continue;
      if (hasUnknownAnchors(site, to) && !isProven(input, { path, kind, to, hash: written })) continue;
      if (!isRoutingKnown && (isInOtherForm(site, to, hash) || (await isOfItem(to, hash)))) continue;
      if (to === path && isInShowing(site, path, hash)) continue;
      const repair = findRepair(site, link, to, hash);
      findings.push({
        rule: "anchor",
        path,
        line: link.line,
        column: link.column,
        message: `${to} has no anchor #${hash}`,
        target: link.target,
        subject: { path: to, rest: written },
        ...repairFields(link.target, repair),
      });
    }
  }
  return isRoutingKnown ? findings : findings.map(doubtWhereMany(findings));
};

/**
 * Where the ids of all headings may be changed, but the links of the site show that they are not, a link that
 * the change brings can be judged.
 */
function isProven(
  { site, siteBefore, provenAnchors, changedPaths, oldPaths }: CheckInput,
  { path, kind, to, hash }: { path: string; kind: PageLink["kind"]; to: string; hash: string },
): boolean {
  if (provenAnchors === null || !changedPaths.includes(path)) return false;
  const target = { path: to, before: oldPaths.get(to) ?? to, hash };
  return isProvenMissing(provenAnchors, site, siteBefore, { path, kind, to: target });
}

/** `#tab/a` of docfx and addresses such as `#/a` are no ids. */
const noId = /^(?:!|tab)?\//;

/**
 * Some code hosts write `_` where others write a hyphen, or a hyphen for a space at the end; Guidemaker puts
 * `toc_` before ids.
 */
function isInOtherForm(site: Site, page: string, hash: string): boolean {
  const isId = (id: string) => hasAnchor(site, page, id);
  if (site.configuration.namesHeading?.(page, hash) === true) return true;
  return noId.test(hash) || [hash.replaceAll("_", "-"), hash.replace(/^toc_/, ""), `${hash}-`].some(isId);
}

/** By the anchors of a page, which the sites of all jobs share until the page changes. */
const knownRepairs = new WeakMap<ReadonlySet<string>, Map<string, Repair>>();

function findRepair(site: Site, { target, kind }: PageLink, page: string, hash: string): Repair {
  const anchors = anchorsOf(site, page);
  const known = knownRepairs.get(anchors) ?? new Map<string, Repair>();
  knownRepairs.set(anchors, known);
  const key = `${kind} ${target}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const send = (one: string) => site.configuration.builtHash?.(one, kind) ?? one;
  const reachable = [...suggestedAnchors(site, page)].filter((one) => send(one) === one);
  const repair = repairAnchor(target, hash, new Set(reachable));
  known.set(key, repair);
  return repair;
}

/**
 * If several different anchors of a page are missing, its ids come from an unknown source: no repair is
 * certain.
 */
function doubtWhereMany(findings: readonly Finding[]): (finding: Finding) => Finding {
  const missing = new Map<string, Set<string>>();
  for (const { subject } of findings) {
    const { path, rest } = subject!;
    const known = missing.get(path);
    if (known) known.add(rest);
    else missing.set(path, new Set([rest]));
  }
  return ({ suggestion, ...finding }) => {
    if (suggestion === undefined) return finding;
    if (missing.get(finding.subject!.path)!.size < 2) return { ...finding, suggestion };
    return { ...finding, candidates: [suggestion.new] };
  };
}

/** A snippet's `#x` leads into the page that shows the snippet, which is unknown here. */
function isWholePage(hasRoute: boolean, isSamePage: boolean): boolean {
  return hasRoute || !isSamePage;
}

/** A page that others include may link to their headings, and is published by itself all the same. */
function isInShowing(site: Site, path: string, hash: string): boolean {
  for (const one of findShowing(site, [path]))
    if (one !== path && (hasUnknownAnchors(site, one) || hasAnchor(site, one, hash))) return true;
  return false;
}

const suffix = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.(?:mdx?|markdown)$/;

/** Where routing is not known, a page such as `a.ja.mdx` may be led to the other one in its own language. */
function isInTranslation(site: Site, from: string, to: string, hash: string): boolean {
  const language = site.configuration.isRoutingKnown ? undefined : suffix.exec(from)?.[1];
  if (language === undefined || suffix.test(to)) return false;
  const page = to.replace(/(\.[^./]+)$/, `.${language}$1`);
  return site.pages.has(page) && (hasUnknownAnchors(site, page) || hasAnchor(site, page, hash));
}
