import { isAppError } from "../../errors.ts";
import type { PageLink } from "../../markdown/page-scan.ts";
import { splitHash, withHash } from "../../markdown/split-hash.ts";
import { isPagePath } from "../../text/page-path.ts";
import { renderFileTarget, renderPageTarget } from "../links/render-target.ts";
import { resolveLink } from "../links/resolve-link.ts";
import { decode, joinTarget, type TargetParts } from "../links/split-target.ts";
import type { PlacedPage, Site } from "../model/site.ts";
import { hasAnchor, hasUnknownAnchors, suggestedAnchors } from "../pages/page-anchors.ts";
import { becauseOfDots } from "../repairs/dots-aside.ts";
import { becauseOfLetter } from "../repairs/find-near-pages.ts";
import type { Finding, Rule } from "../types.ts";
import { findFormerPlaces, statesAddress, stoodThere } from "./find-former-places.ts";
import { followHeading, openPastPages, type Past } from "./follow-heading.ts";
import { followTarget } from "./follow-target.ts";
import type { GitHistory } from "./git-history.ts";
import { repairEntryByHistory } from "./repair-entry-by-history.ts";

type Kind = PageLink["kind"] | undefined;
type Repaired = Pick<Finding, "suggestion" | "candidates" | "historyUnread">;

const rules: ReadonlySet<Rule> = new Set(["internal-link", "anchor", "image", "navigation"]);
const guesses: ReadonlySet<string> = new Set([becauseOfLetter, becauseOfDots]);
const timeMs = 10_000;

/** Whether the history may explain a finding better than the current site. */
export function asksHistory({ rule, target, suggestion }: Finding): boolean {
  const isOpen = suggestion === undefined || guesses.has(suggestion.because);
  return rules.has(rule) && target !== undefined && isOpen;
}

/**
 * Adds repairs for links to what has been moved or renamed since: only to the one existing target, whose
 * anchor must exist. If the history cannot be read, the findings say so.
 */
export async function repairByHistory(
  site: Site,
  open: () => Promise<GitHistory>,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const asking = findings.filter(asksHistory);
  if (asking.length === 0) return [...findings];
  const repaired = await askHistory(site, open, asking);
  const found = new Map(asking.map((finding, at) => [finding, repaired[at]!]));
  return findings.map((finding) => found.get(finding) ?? finding);
}

async function askHistory(
  site: Site,
  open: () => Promise<GitHistory>,
  asking: readonly Finding[],
): Promise<Finding[]> {
  let history: GitHistory | null = null;
  try {
    history = await open();
    const repaired = await repairAll(site, history, asking);
    const { cut: historyUnread } = history;
    if (historyUnread === null) return repaired;
    return repaired.map((one) => (one.suggestion === undefined ? { historyUnread, ...one } : one));
  } catch (error) {
    if (!isAppError(error, "git_failed")) throw error;
    return asking.map((finding) => ({ ...finding, historyUnread: "git could not read it in time" }));
  } finally {
    history?.close();
  }
}

async function repairAll(site: Site, history: GitHistory, findings: readonly Finding[]): Promise<Finding[]> {
  const endsAt = performance.now() + timeMs;
  const past: Past = { history, pages: openPastPages(site, history) };
  const known = new Map<string, Repaired | "keep">();
  const result: Finding[] = [];
  for (const finding of findings) {
    const key = `${finding.path}\0${finding.target}`;
    if (!known.has(key))
      known.set(
        key,
        performance.now() > endsAt
          ? { historyUnread: `it would take longer than ${timeMs / 1_000} seconds` }
          : await findRepair(site, past, finding),
      );
    const found = known.get(key)!;
    const { suggestion, ...open } = finding;
    const isAnswered = found !== "keep" && found.historyUnread === undefined;
    result.push(isAnswered ? { ...open, ...found } : { ...finding, ...(found === "keep" ? {} : found) });
  }
  return result;
}

async function findRepair(site: Site, past: Past, finding: Finding): Promise<Repaired | "keep"> {
  if (finding.rule === "navigation") return await repairEntryByHistory(site, past.history, finding);
  const { path, target = "" } = finding;
  const kind = site.pages.get(path)?.links.find((link) => link.target === target)?.kind;
  const resolution = resolveLink(site, path, target, kind);
  if (resolution.kind === "missing") {
    if (resolution.parts.include !== undefined) return "keep";
    const asBefore = await repairAsBefore(site, past, { path, target, kind, parts: resolution.parts });
    if (asBefore !== null) return asBefore;
    const ends = await followTarget(site, past.history, resolution.wanted);
    if (ends.size === 0) return "keep";
    const [moved = null] = ends;
    // What was there once was no typing error.
    const gone = finding.suggestion === undefined ? "keep" : { candidates: [finding.suggestion.new] };
    if (ends.size > 1 || moved === null || !site.files.has(moved)) return gone;
    const text = render(site, path, resolution.parts, moved);
    if (text === null || !leadsTo(site, { path, kind }, text, moved)) return gone;
    // A page does not refer to itself as another one: what the link meant has moved on since.
    if (moved === path && resolution.parts.hash === "") return { candidates: [text] };
    return await withAnchor(site, past, { text, page: moved, old: target }, "moved in git");
  }
  if (resolution.kind !== "page" || finding.rule !== "anchor") return "keep";
  return await withAnchor(site, past, { text: target, page: resolution.path, old: target }, null);
}

/**
 * Returns the repair of a link that its page had before it moved: it leads to what it led to from there. Null
 * if it is not known.
 */
async function repairAsBefore(
  site: Site,
  past: Past,
  { path, target, kind, parts }: { path: string; target: string; kind: Kind; parts: TargetParts },
): Promise<Repaired | "keep" | null> {
  if (parts.path.startsWith("/") || statesAddress(site, path)) return null;
  for (const place of await findFormerPlaces(past.history, path)) {
    if (!(await stoodThere(past.history, place, target))) return null;
    const before = resolveLink(site, place.path, target, kind);
    if (before.kind !== "page" && before.kind !== "file") continue;
    const text = render(site, path, parts, before.path);
    if (text === null || before.path === path || !leadsTo(site, { path, kind }, text, before.path))
      return null;
    return await withAnchor(site, past, { text, page: before.path, old: target }, "page moved in git");
  }
  return null;
}

/** Returns the repair if the target's anchor exists, or is found under a new name. */
async function withAnchor(
  site: Site,
  past: Past,
  { text, page, old }: { text: string; page: string; old: string },
  because: string | null,
): Promise<Repaired | "keep"> {
  const hash = isPagePath(page) ? (splitHash(text)?.hash ?? "") : "";
  const isThere = (id: string): boolean => hasAnchor(site, page, id);
  if (because !== null && (hash === "" || isThere(hash))) return { suggestion: { old, new: text, because } };
  if (hasUnknownAnchors(site, page)) return because === null ? "keep" : { candidates: [text] };
  const found = await followHeading(site, past, { path: page, id: decode(hash), isThere });
  if (found === null || !suggestedAnchors(site, page).has(found))
    return because === null ? "keep" : { candidates: [text] };
  const why = because === null ? "heading renamed in git" : `${because}, heading renamed`;
  return { suggestion: { old, new: withHash(text, found), because: why } };
}

function leadsTo(site: Site, from: { path: string; kind: Kind }, text: string, path: string): boolean {
  const resolution = resolveLink(site, from.path, text, from.kind);
  return (resolution.kind === "page" || resolution.kind === "file") && resolution.path === path;
}

function render(site: Site, from: string, parts: TargetParts, path: string): string | null {
  const { routing } = site.configuration;
  if (!site.pages.has(path)) return renderFileTarget(site, from, parts, path);
  if (routing === null) return renderPageTarget(site, from, parts, path);
  const place = (page: string): PlacedPage => ({ path: page, facts: site.pages.get(page) });
  const written = routing.renderPath(site, place(from), parts, place(path));
  return written === null ? null : joinTarget(parts, written);
}
