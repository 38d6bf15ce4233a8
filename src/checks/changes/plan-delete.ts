import type { PageLink } from "../../markdown/page-scan.ts";
import { createPause } from "../create-pause.ts";
import { findRedirectsTo } from "../links/find-redirects-to.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import type { LabelUse } from "../model/label-use.ts";
import type { NavigationEntry } from "../model/navigation-entry.ts";
import type { RedirectTable } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import { modulesOf } from "../pages/find-imports.ts";
import { findImport } from "../pages/page-anchors.ts";
import { findLinksTo } from "../possible-links/find-links-to.ts";
import type { DeletePlan, InboundLink } from "../types.ts";
import { collectEdits, type EditCollection } from "./collect-edits.ts";
import { describeUnclear } from "./describe-unclear.ts";
import { findEntryPage } from "./find-entry-page.ts";
import { findEntryRemoval, findRedirectRemoval } from "./find-entry-removal.ts";
import { findNeed, findStartLinks } from "./find-start-links.ts";
import type { PlanOptions } from "./plan-move.ts";

/**
 * Returns what links to a page, or may do so, and the edits that remove it from the navigation. Links are
 * listed but never removed: the author decides what the sentence should say instead. Nothing is written.
 */
export async function planDelete(
  site: Site,
  path: string,
  { isWhole = false, pause = createPause(), isElsewhere }: PlanOptions = {},
): Promise<DeletePlan> {
  if (!site.files.has(path)) return { inbound: [], edits: [], notes: [`${path} does not exist`] };
  const plan: DeletePlan = { inbound: findInboundLinks(site, path), edits: [], notes: [] };
  const guesses = await findLinksTo(site, path, { isWhole, pause, withFixed: true, isElsewhere });
  const nameOf = (one: InboundLink): string => `${one.path}:${one.line} ${one.target}`;
  const known = new Set(plan.inbound.map(nameOf));
  for (const guess of guesses)
    if (guess.path !== path && !known.has(nameOf(guess))) plan.inbound.push({ ...guess, isGuess: true });
  for (const { path: from, line, target } of findLabelUses(site, path))
    plan.inbound.push({ path: from, line, target, isGuess: true });
  for (const link of [...(await findStartLinks(site, path, null)), ...(await findNeed(site, path, null))])
    plan.inbound.push({ ...link, stays: true });
  const unclear = plan.inbound.filter(({ isGuess }) => isGuess);
  if (unclear.length > 0) plan.notes.push(describeUnclear(unclear, path));
  const edits = collectEdits(site);
  const named = site.configuration.entries.filter(({ target }) => findEntryPage(site, target) === path);
  for (const { target, place, isShared, isOnlyItem } of [...named, ...findMenuItems(site, path)]) {
    const text = (await site.read(place.path)).toString("utf8");
    const removal = isShared || isOnlyItem ? null : findEntryRemoval(text, place);
    plan.inbound.push({
      path: place.path,
      line: place.line,
      target,
      ...(removal === null && { stays: true }),
    });
    if (removal === null) plan.notes.push(`remove ${target} from ${place.path} line ${place.line} by hand`);
    else edits.add(place.path, removal, "navigation entry");
  }
  await removeRedirects(site, edits, plan, path);
  const translations = site.configuration.routing?.translationsOf?.(path, path, site.files) ?? [];
  const done = await edits.finish();
  return { ...plan, edits: done, ...(translations.length > 0 && { translations }) };
}

/** Returns where files that are no pages name labels of the page. */
function findLabelUses({ configuration, pages }: Site, page: string): LabelUse[] {
  const facts = pages.get(page);
  const { labelUses, sectionLabelsOf } = configuration.routing ?? {};
  if (facts === undefined || labelUses === undefined) return [];
  const labels = [...facts.labels.map((one) => one.toLowerCase()), ...(sectionLabelsOf?.(page, facts) ?? [])];
  return [...new Set(labels)].flatMap((label) => labelUses.get(label) ?? []);
}

/** A redirect that led to the page would lead nowhere. */
async function removeRedirects(
  site: Site,
  edits: EditCollection,
  plan: DeletePlan,
  page: string,
): Promise<void> {
  const { redirectTable: table } = site.configuration;
  for (const { from, to, place } of findRedirectsTo(site, page)) {
    const text = place === null ? "" : (await site.read(place.path)).toString("utf8");
    const removal = place === null ? null : findRedirectRemoval(text, place);
    if (place !== null && removal !== null) edits.add(place.path, removal, "redirect");
    else plan.notes.push(`the redirect from ${from} leads to this page`);
    if (place === null) continue;
    const stays = removal === null && { stays: true as const };
    plan.inbound.push({ path: place.path, line: place.line, target: to, ...stays });
  }
  if (table !== null && table !== undefined) await removeFromTable(site, edits, plan, { table, page });
}

async function removeFromTable(
  site: Site,
  edits: EditCollection,
  plan: DeletePlan,
  { table: { path, entries, form }, page }: { table: RedirectTable; page: string },
): Promise<void> {
  const name = form.nameOf(page);
  for (const entry of entries) {
    if (form.follow(entry) === name) edits.add(path, await wholeLine(site, path, entry.line), "redirect");
    else if (form.mayFollow?.(entry, name) === true) {
      const before = (await site.read(path)).toString("utf8").slice(0, entry.line.start);
      const line = before.split("\n").length;
      plan.inbound.push({ path, line, target: entry.to, isGuess: true, stays: true });
      plan.notes.push(describeUnclear([{ path, line, target: entry.to }], page));
    }
  }
}

async function wholeLine(site: Site, path: string, { start, end }: { start: number; end: number }) {
  const text = (await site.read(path)).toString("utf8");
  const [lineEnd] = /^\r?\n|^/.exec(text.slice(end, end + 2))!;
  return { start, end: end + lineEnd.length, text: "" };
}

/** Items in pages that are menus: one that keeps its text names no page, and may end the build. */
function findMenuItems(site: Site, path: string): NavigationEntry[] {
  const { isMenuPage = () => false } = site.configuration;
  return [...site.pages]
    .filter(([holder]) => isMenuPage(holder))
    .flatMap(([holder, { links }]) => {
      const resolutions = resolutionsOf(site, holder);
      return links.flatMap(({ target, start, end, line, column }, index) => {
        const found = resolutions[index]!;
        const place = { path: holder, start, end, line, column };
        return found.kind === "page" && found.path === path ? [{ target, place }] : [];
      });
    });
}

/** Only an element `a` has a text that can take its place. */
function isAttribute({ kind, component = "a" }: PageLink): boolean {
  return kind === "prop" || kind === "src" || kind === "image" || kind === "field" || component !== "a";
}

function findInboundLinks(site: Site, path: string): InboundLink[] {
  const inbound: InboundLink[] = [];
  for (const [holder, page] of site.pages) {
    if (holder === path || site.configuration.isMenuPage?.(holder)) continue;
    const resolutions = resolutionsOf(site, holder);
    // Pages that show a part may refer to what it defines.
    const isPart = !site.configuration.hasRoute(holder) && !site.configuration.beside?.has(holder);
    for (const [index, link] of page.links.entries()) {
      const { line, target, isUnused, isEmbedded } = link;
      const found = resolutions[index]!;
      const led = found.kind === "redirect" ? found.page : null;
      if (((found.kind === "page" || found.kind === "file") && found.path === path) || led === path)
        inbound.push({
          path: holder,
          line,
          target,
          ...((isEmbedded || (isPart && isUnused) || isAttribute(link)) && { stays: true }),
        });
    }
    for (const { name, line } of modulesOf(site, holder, page))
      if (findImport(site, holder, name) === path)
        inbound.push({ path: holder, line, target: name, stays: true });
  }
  return inbound;
}
