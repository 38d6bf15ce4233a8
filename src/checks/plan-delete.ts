import { collectEdits } from "./collect-edits.ts";
import { findEntryPage } from "./find-entry-page.ts";
import { findEntryRemoval } from "./find-entry-removal.ts";
import { describeUnclear } from "./plan-move.ts";
import { resolutionsOf, resolveLink } from "./resolve-link.ts";
import type { Site } from "./site.ts";
import type { DeletePlan } from "./types.ts";

/**
 * What links to a page, or may do so, and the edits that take it out of the navigation. Links are listed, never removed: what the sentence
 * should say instead is for the author. Nothing is written.
 */
export async function planDelete(site: Site, path: string): Promise<DeletePlan> {
  const plan: DeletePlan = { inbound: findInboundLinks(site, path), edits: [], notes: [] };
  const guesses = plan.inbound.filter(({ isGuess }) => isGuess).map((link) => `${link.path}:${link.line}`);
  if (guesses.length > 0) plan.notes.push(describeUnclear(guesses, path));
  if (!site.files.has(path)) return { ...plan, notes: [`${path} does not exist`] };
  const edits = collectEdits(site);
  for (const entry of site.configuration.entries) {
    if (findEntryPage(site, entry.target) !== path) continue;
    plan.inbound.push({ path: entry.place.path, line: entry.place.line, target: entry.target });
    const text = (await site.read(entry.place.path)).toString("utf8");
    const removal = findEntryRemoval(text, entry.place);
    if (removal === null)
      plan.notes.push(`take ${entry.target} out of ${entry.place.path} line ${entry.place.line} by hand`);
    else edits.add(entry.place.path, removal, "navigation entry");
  }
  for (const redirect of site.configuration.redirects) {
    const to = resolveLink(site, path, redirect.to);
    if (to.kind === "page" && to.path === path)
      plan.notes.push(`the redirect from ${redirect.from} leads to this page`);
  }
  return { ...plan, edits: await edits.finish() };
}

function findInboundLinks(site: Site, path: string): DeletePlan["inbound"] {
  const inbound: DeletePlan["inbound"] = [];
  for (const [holder, page] of site.pages) {
    if (holder === path) continue;
    const resolutions = resolutionsOf(site, holder);
    for (const [index, link] of page.links.entries()) {
      const found = resolutions[index]!;
      const place = { path: holder, line: link.line, target: link.target };
      if ((found.kind === "page" || found.kind === "file") && found.path === path) inbound.push(place);
      else if (found.kind === "unjudged" && found.guesses.includes(path)) {
        inbound.push({ ...place, isGuess: true });
      }
    }
  }
  return inbound;
}
