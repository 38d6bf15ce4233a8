import { checkSite } from "../check-site.ts";
import { proveAddresses } from "../model/prove-addresses.ts";
import type { Site } from "../model/site.ts";
import type { CheckReport } from "../types.ts";
import type { CommitFiles } from "./commit-files.ts";

/** A site of a commit, and what was found there. */
export interface CheckedCommit {
  files: CommitFiles;
  site: Site;
  report: CheckReport;
}

/** More changed pages than this are read as fast with all others. */
const changedMax = 500;

/**
 * Opens and checks the site of a commit from that of another one: only pages that have changed are read, and
 * only those that these concern are judged. Returns null if there is none, or if more than the texts of pages
 * has changed.
 */
export async function openNextBase(
  earlier: CheckedCommit | null,
  files: CommitFiles,
  signal: AbortSignal,
): Promise<CheckedCommit | null> {
  const changed = earlier && findChangedPages(earlier, files);
  if (earlier === null || changed === null) return null;
  const site = earlier.site.copy(files.read);
  await site.update(changed, signal);
  const { touched } = site;
  if (touched === null || !hasSameAddresses(site)) return null;
  const { report } = earlier;
  const since = {
    site: earlier.site,
    report: { findings: report.found ?? report.findings },
    ties: null,
  };
  const next = await checkSite(site, { since, signal });
  site.touched = new Set();
  return { files, site, report: next };
}

/** Returns null if the commits differ in other files than pages, or in many. */
function findChangedPages({ files: before, site }: CheckedCommit, files: CommitFiles): string[] | null {
  if (files.paths.length !== before.paths.length) return null;
  const changed: string[] = [];
  for (const [index, path] of files.paths.entries()) {
    if (path !== before.paths[index]) return null;
    const id = files.idOf(path);
    if (id !== null && id === before.idOf(path)) continue;
    if (!site.pages.has(path) || changed.length === changedMax) return null;
    changed.push(path);
  }
  return changed;
}

/** Pages that have not changed are judged by what the links of all prove. */
function hasSameAddresses(site: Site): boolean {
  return JSON.stringify(proveAddresses(site)) === JSON.stringify(site.addresses);
}
