import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verdicts } from "../../scripts/oracle/shared/read-built-site.ts";
import { resolutionsOf } from "../../src/checks/links/resolve-link.ts";
import { addressKey } from "../../src/checks/model/address-key.ts";
import { publishedOf } from "../../src/checks/model/published-of.ts";
import type { Resolution } from "../../src/checks/model/resolution.ts";
import type { Site } from "../../src/checks/model/site.ts";
import { anchorsOf, hasUnknownAnchors, reachesAnchor } from "../../src/checks/pages/page-anchors.ts";
import { isPagePath } from "../../src/text/page-path.ts";

export interface Comparison {
  /** Where our model says something else than the generator made. */
  differences: string[];
  /** What our model does not judge. */
  unjudged: string[];
  compared: { routes: number; ids: number; links: number };
}

/** What the real generator made of the fixture, as its script in `scripts/oracle/` has written it. */
export async function readVerdicts(fixture: string): Promise<Verdicts> {
  const file = join(import.meta.dirname, `verdicts/${fixture}.json`);
  return JSON.parse(await readFile(file, "utf8")) as Verdicts;
}

/** Compares every address, heading and link of the built site with what our model says of it. */
export function compareWithVerdicts(site: Site, verdicts: Verdicts): Comparison {
  const result: Comparison = { differences: [], unjudged: [], compared: { routes: 0, ids: 0, links: 0 } };
  compareRoutes(site, verdicts, result);
  for (const path of Object.keys(verdicts.pages).sort()) {
    if (!site.pages.has(path)) {
      result.differences.push(`page ${path}: not checked`);
      continue;
    }
    compareIds(site, verdicts, path, result);
    compareLinks(site, verdicts, path, result);
  }
  return result;
}

function compareRoutes(site: Site, { pages }: Verdicts, { differences, compared }: Comparison): void {
  const { routing } = site.configuration;
  if (routing === null) return;
  for (const path of [...publishedOf(site.configuration, site.pages).keys()].sort()) {
    const [ours] = routing.addressesOf({ path, facts: site.pages.get(path) }, site.files);
    const theirs = pages[path]?.address;
    compared.routes += 1;
    if (ours === undefined && theirs === undefined) continue;
    if (ours === undefined || theirs === undefined || addressKey(ours) !== addressKey(theirs))
      differences.push(`route ${path}: ${ours ?? "none"}, built as ${theirs ?? "none"}`);
  }
}

function compareIds(site: Site, { pages }: Verdicts, path: string, result: Comparison): void {
  if (hasUnknownAnchors(site, path)) {
    result.unjudged.push(`ids ${path}`);
    return;
  }
  const { headingIds, ids } = pages[path]!;
  const ours = anchorsOf(site, path);
  for (const id of headingIds) {
    result.compared.ids += 1;
    if (!ours.has(id)) result.differences.push(`id ${path}: built #${id} is not known`);
  }
  for (const id of ours)
    if (!ids.includes(id)) result.differences.push(`id ${path}: #${id} is not in what was built`);
}

function compareLinks(site: Site, { pages }: Verdicts, path: string, result: Comparison): void {
  const links = site.pages.get(path)!.links;
  const resolutions = resolutionsOf(site, path);
  for (const { line, target, leads, anchor } of pages[path]!.links) {
    result.compared.links += 1;
    const name = `link ${path}:${line} ${target}`;
    const index = links.findIndex((link) => link.line === line && link.target === target);
    const resolution = resolutions[index];
    if (resolution === undefined) result.differences.push(`${name}: not found`);
    else if (resolution.kind === "unjudged" || resolution.kind === "skipped")
      result.unjudged.push(`${name}: ${leads ?? "nothing"}`);
    else {
      const ours = describe(resolution);
      if (!isSame(ours, leads)) result.differences.push(`${name}: ${ours}, built as ${leads ?? "nothing"}`);
      else if (
        anchor !== undefined &&
        resolution.kind === "page" &&
        !hasUnknownAnchors(site, resolution.path)
      ) {
        const isThere = reachesAnchor(
          site,
          resolution.path,
          resolution.parts.hash.slice(1),
          links[index]!.kind,
        );
        if (isThere !== anchor)
          result.differences.push(`${name}: its anchor is ${anchor ? "" : "not "}there`);
      }
    }
  }
}

function describe(resolution: Exclude<Resolution, { kind: "unjudged" | "skipped" }>): string {
  if (resolution.kind === "page" || resolution.kind === "file") return resolution.path;
  if (resolution.kind === "redirect") return resolution.page ?? "nothing";
  return resolution.kind === "generated" ? "built:" : "nothing";
}

/** Where a file is copied from is the script's guess; that it is there is not. */
function isSame(ours: string, leads: string | null): boolean {
  if (leads === null) return ours === "nothing";
  // A page that is a script bears no mark.
  const isBuilt = ours === "built:" || /\.(?:[jt]sx?|astro)$/.test(ours);
  return isBuilt ? leads.startsWith("built:") : ours === leads || endsAlike(ours, leads);
}

function endsAlike(ours: string, leads: string): boolean {
  const isPage = isPagePath(leads);
  return !isPage && ours !== "nothing" && leads.split("/").at(-1) === ours.split("/").at(-1);
}
