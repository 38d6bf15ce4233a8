import { checkSite } from "../check-site.ts";
import { type PlacedSite, siteOf } from "../model/open-sites.ts";
import { proveAddresses } from "../model/prove-addresses.ts";
import type { Site } from "../model/site.ts";
import { limitReport } from "../reports/limit-to-site.ts";
import type { CheckReport } from "../types.ts";
import type { CommitFiles } from "./commit-files.ts";

/** A site of a commit, and what was found there. */
export interface CheckedSite extends PlacedSite {
  report: CheckReport;
}

interface CheckedCommit {
  files: CommitFiles;
  sites: readonly CheckedSite[];
}

/** More changed pages than this are read as fast with all others. */
const changedMax = 500;

/**
 * Opens and checks the sites of a commit from those of another one: only pages that have changed are read,
 * and only those that these concern are judged. Returns null if there is none, or if more than the texts of
 * pages has changed.
 */
export async function openNextSites(
  earlier: CheckedCommit | null,
  files: CommitFiles,
  signal: AbortSignal,
): Promise<CheckedSite[] | null> {
  const changed = earlier && findChangedPages(earlier, files);
  if (earlier === null || changed === null) return null;
  const sites: CheckedSite[] = [];
  for (const before of earlier.sites) {
    const site = before.site.copy(files.read);
    await site.update(
      changed.filter((path) => site.files.has(path)),
      signal,
    );
    const { touched } = site;
    if (touched === null || !hasSameAddresses(site)) return null;
    const { findings, found = findings } = before.report;
    const since = { site: before.site, report: { findings: found }, ties: null };
    const report = await checkSite(site, { since, signal });
    site.touched = new Set();
    const { folders } = before;
    sites.push({ site, folders, report: limitReport(earlier.sites, before, { site, report }) });
  }
  return sites;
}

/** Returns null if the commits differ in other files than pages, or in many. */
function findChangedPages({ files: before, sites }: CheckedCommit, files: CommitFiles): string[] | null {
  if (files.paths.length !== before.paths.length) return null;
  const changed: string[] = [];
  for (const [index, path] of files.paths.entries()) {
    if (path !== before.paths[index]) return null;
    const id = files.idOf(path);
    if (id !== null && id === before.idOf(path)) continue;
    if (!siteOf(sites, path).site.pages.has(path) || changed.length === changedMax) return null;
    changed.push(path);
  }
  return changed;
}

/** Pages that have not changed are judged by what the links of all prove. */
function hasSameAddresses(site: Site): boolean {
  return JSON.stringify(proveAddresses(site)) === JSON.stringify(site.addresses);
}
