import { createPause } from "../create-pause.ts";
import { resolutionsOf, resolveLink } from "../links/resolve-link.ts";
import type { Site } from "../model/site.ts";
import { findLinksTo } from "../possible-links/find-links-to.ts";
import type { DeletePlan, InboundLink } from "../types.ts";
import { collectEdits } from "./collect-edits.ts";
import { describeUnclear } from "./describe-unclear.ts";
import { findEntryPage } from "./find-entry-page.ts";
import { findEntryRemoval } from "./find-entry-removal.ts";
import type { PlanOptions } from "./plan-move.ts";

/**
 * Returns what links to a page, or may do so, and the edits that remove it from the navigation. Links are
 * listed but never removed: the author decides what the sentence should say instead. Nothing is written.
 */
export async function planDelete(
  site: Site,
  path: string,
  { isWhole = false, pause = createPause() }: PlanOptions = {},
): Promise<DeletePlan> {
  if (!site.files.has(path)) return { inbound: [], edits: [], notes: [`${path} does not exist`] };
  const plan: DeletePlan = { inbound: findInboundLinks(site, path), edits: [], notes: [] };
  const guesses = await findLinksTo(site, path, { isWhole, pause, withFixed: true });
  for (const guess of guesses) if (guess.path !== path) plan.inbound.push({ ...guess, isGuess: true });
  const unclear = plan.inbound.filter(({ isGuess }) => isGuess);
  if (unclear.length > 0) plan.notes.push(describeUnclear(unclear, path));
  const edits = collectEdits(site);
  for (const entry of site.configuration.entries) {
    if (findEntryPage(site, entry.target) !== path) continue;
    const { target, place } = entry;
    const text = (await site.read(place.path)).toString("utf8");
    const removal = entry.isShared ? null : findEntryRemoval(text, place);
    plan.inbound.push({
      path: place.path,
      line: place.line,
      target,
      ...(removal === null && { stays: true }),
    });
    if (removal === null) plan.notes.push(`remove ${target} from ${place.path} line ${place.line} by hand`);
    else edits.add(place.path, removal, "navigation entry");
  }
  for (const redirect of site.configuration.redirects) {
    const to = resolveLink(site, path, redirect.to);
    if (to.kind === "page" && to.path === path)
      plan.notes.push(`the redirect from ${redirect.from} leads to this page`);
  }
  const translations = site.configuration.routing?.translationsOf?.(path, path, site.files) ?? [];
  const table = site.configuration.redirectTable;
  for (const entry of table?.entries ?? []) {
    if (table!.form.follow(entry) === table!.form.nameOf(path))
      plan.notes.push(`the redirect from ${entry.from} leads to this page`);
  }
  const done = await edits.finish();
  return { ...plan, edits: done, ...(translations.length > 0 && { translations }) };
}

function findInboundLinks(site: Site, path: string): InboundLink[] {
  const inbound: InboundLink[] = [];
  for (const [holder, page] of site.pages) {
    if (holder === path) continue;
    const resolutions = resolutionsOf(site, holder);
    for (const [index, { line, target }] of page.links.entries()) {
      const found = resolutions[index]!;
      if ((found.kind === "page" || found.kind === "file") && found.path === path)
        inbound.push({ path: holder, line, target });
    }
  }
  return inbound;
}
