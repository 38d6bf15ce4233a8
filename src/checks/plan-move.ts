import { posix } from "node:path";
import { isPagePath } from "./build-index.ts";
import { collectEdits, type EditCollection } from "./collect-edits.ts";
import { findEntryPage } from "./find-entry-page.ts";
import { addRedirect } from "./plan-redirect.ts";
import { renderFileTarget, renderPath } from "./render-target.ts";
import { renderEntry } from "./repair-entry.ts";
import { resolutionsOf, resolveLink } from "./resolve-link.ts";
import type { Site } from "./site.ts";
import type { MovePlan } from "./types.ts";

/**
 * What follows from moving `from` to `to` (repository paths; the site is as it was before the move). Edits carry whole new
 * texts; the moved page's own edit, when it has one, names `to`. Nothing is written.
 */
export async function planMove(site: Site, from: string, to: string): Promise<MovePlan> {
  const edits = collectEdits(site);
  const notes: string[] = [];
  if (!site.files.has(from)) return { edits: [], notes: [`${from} does not exist`] };
  if (site.files.has(to)) notes.push(`${to} exists already`);
  rewriteInbound(site, edits, from, to);
  rebaseOwn(site, edits, from, to);
  rewriteNavigation(site, edits, notes, from, to);
  if (isPagePath(from) && site.configuration.hasRoute(from)) await addRedirect(site, edits, notes, from, to);
  return { edits: await edits.finish((path) => (path === from ? to : path)), notes };
}

function rewriteInbound(site: Site, edits: EditCollection, from: string, to: string): void {
  for (const [path, page] of site.pages) {
    if (path === from) continue;
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      const resolution = resolutions[index]!;
      if ((resolution.kind !== "page" && resolution.kind !== "file") || resolution.path !== from) continue;
      const text = renderMoved(site, path, resolution, to);
      edits.add(path, { start: link.start, end: link.end, text }, "link");
    }
  }
}

type Found = Extract<ReturnType<typeof resolveLink>, { kind: "page" | "file" }>;

function renderMoved(site: Site, holder: string, resolution: Found, to: string): string {
  const { parts } = resolution;
  if (resolution.kind === "file") return renderFileTarget(site, holder, parts, to);
  return renderPath(site, holder, parts, to, site.pages.get(resolution.path)) + parts.query + parts.hash;
}

/** Relative links of the moved page itself, in the place where it will be. */
function rebaseOwn(site: Site, edits: EditCollection, from: string, to: string): void {
  for (const link of site.pages.get(from)?.links ?? []) {
    const resolution = resolveLink(site, from, link.target);
    if (resolution.kind !== "page" && resolution.kind !== "file") {
      if (resolution.kind !== "skipped") rebasePath(edits, from, to, link, resolution.parts.rawPath);
      continue;
    }
    const isSelf = resolution.path === from;
    if (resolution.parts.rawPath === "" || (resolution.parts.rawPath.startsWith("/") && !isSelf)) continue;
    if (posix.dirname(from) === posix.dirname(to) && !isSelf) continue;
    const text = renderMoved(site, to, resolution, isSelf ? to : resolution.path);
    edits.add(from, { start: link.start, end: link.end, text }, "link");
  }
}

/** A relative target without a page or file keeps naming the same place: a redirect, a generated page, a file that is left out. */
function rebasePath(
  edits: EditCollection,
  from: string,
  to: string,
  link: { start: number; end: number; target: string },
  rawPath: string,
): void {
  if (rawPath.startsWith("/") || posix.dirname(from) === posix.dirname(to)) return;
  const meant = posix.join(posix.dirname(from), rawPath);
  const relative = posix.relative(posix.dirname(to), meant) || ".";
  const dotted = rawPath.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
  const slash = rawPath.endsWith("/") ? "/" : "";
  const text = dotted + slash + link.target.slice(link.target.indexOf(rawPath) + rawPath.length);
  edits.add(from, { start: link.start, end: link.end, text }, "link");
}

function rewriteNavigation(
  site: Site,
  edits: EditCollection,
  notes: string[],
  from: string,
  to: string,
): void {
  if (!isPagePath(from)) return;
  const { configuration } = site;
  if (configuration.docsRoot !== "" && !to.startsWith(`${configuration.docsRoot}/`)) {
    notes.push(`${to} is outside ${configuration.docsRoot}, the folder of the documentation`);
  }
  for (const entry of configuration.entries) {
    if (findEntryPage(site, entry.target) !== from) continue;
    const { path, start, end } = entry.place;
    edits.add(path, { start, end, text: renderEntry(site, entry.target, to) }, "navigation entry");
  }
  if (!configuration.isNavigationKnown && configuration.generator === "plain") {
    notes.push("the navigation of this site is not known; look at its configuration by hand");
  }
}
