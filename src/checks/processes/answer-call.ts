import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkSite } from "../check-site.ts";
import { compareReports } from "../compare-reports.ts";
import { createPause } from "../create-pause.ts";
import { findSoundAnchors } from "../find-not-judged.ts";
import { findNavigationFiles, judgeNavigation, type NavigationFiles } from "../navigation-files.ts";
import { openSite } from "../open-site.ts";
import { planDelete } from "../plan-delete.ts";
import { planMove } from "../plan-move.ts";
import { type ActiveUses, activePathsOf, checkActiveContent } from "../rules/active-content.ts";
import { mdxPagesOf } from "../rules/mdx-syntax.ts";
import { createScanCache } from "../scan-cache.ts";
import type { AddressModel, Site } from "../site.ts";
import type { CheckReport } from "../types.ts";
import type { CallResults, CheckCall, SiteBaseline, SitePlace } from "./call-types.ts";
import { findPageProblems } from "./find-page-problems.ts";
import { type SendPiece, sendComparison, sendEdits, sendFindings } from "./send-pieces.ts";

interface OpenSite {
  site: Site;
  before: Before;
  uses: ActiveUses;
}

/** What was found before the change; written to the site's baseline file. */
interface Before {
  report: CheckReport;
  addresses: AddressModel;
  soundAnchors: string[];
  navigation: NavigationFiles;
}

type SiteCall = Exclude<CheckCall, { kind: "page" | "baseline" }>;
type BaselineCall = Extract<CheckCall, { kind: "baseline" }>;

export interface CallAnswerer {
  /** One call at a time. Long lists of the answer go out in pieces before it. */
  answer(call: CheckCall, signal: AbortSignal): Promise<CallResults[CheckCall["kind"]]>;
  /** Also while a call about the site is under way. */
  close(site: string): void;
}

const cacheBytesMax = 64 * 1024 * 1024;
const entriesMax = 12;
const entryCharactersMax = 200;

/** Answers the calls of one process; pages are kept by content for all of its sites. */
export function createCallAnswerer(send: SendPiece): CallAnswerer {
  const sites = new Map<string, OpenSite>();
  const cache = createScanCache({ maxBytes: cacheBytesMax });
  let inUse: string | null = null;
  const open = (place: SitePlace, { changed, addresses, signal }: OpenAt): Promise<Site> => {
    const files = new Set(filesAt(place));
    for (const path of changed) files.delete(path);
    const read = (path: string) => readFile(join(place.directory, path));
    const { directory } = place;
    return openSite({
      directory,
      files: [...files],
      filesBefore: filesAt(place),
      read,
      cache,
      signal,
      addresses,
    });
  };
  const openForBaseline = async (call: BaselineCall, signal: AbortSignal): Promise<OpenSite> => {
    const site = await open(call.place, { changed: call.changed, signal });
    const navigation = await findNavigationFiles(site);
    const report = await checkSite(site, { signal });
    const soundAnchors = [...findSoundAnchors(site, report.notJudged)];
    const before = { report, addresses: site.addresses, soundAnchors, navigation };
    await writeFile(call.place.baselineFile, JSON.stringify(before), { mode: 0o600 });
    return { site, before, uses: new Map() };
  };
  const openAgain = async (place: SitePlace, call: SiteCall, signal: AbortSignal): Promise<OpenSite> => {
    const before = JSON.parse(await readFile(place.baselineFile, "utf8")) as Before;
    const site = await open(place, { changed: call.changed, addresses: before.addresses, signal });
    return { site, before, uses: new Map() };
  };
  const bringUpToDate = async (call: SiteCall, signal: AbortSignal): Promise<OpenSite> => {
    const known = sites.get(call.site);
    // A change that is read only in part would be missing from then on: the next call opens the site again.
    sites.delete(call.site);
    if (known === undefined && call.place === null) throw new Error("the site is not open in this process");
    const opened = known ?? (await openAgain(call.place!, call, signal));
    if (call.changed.length > 0) await opened.site.update(call.changed);
    return opened;
  };
  return {
    async answer(call, signal) {
      if (call.kind === "page") return await findPageProblems(call.path, call.text);
      inUse = call.site;
      const opened =
        call.kind === "baseline" ? await openForBaseline(call, signal) : await bringUpToDate(call, signal);
      const result =
        call.kind === "baseline" ? describe(opened) : await answerAbout(opened, call, { send, signal });
      if (inUse === call.site) sites.set(call.site, opened);
      return result;
    },
    close(site) {
      sites.delete(site);
      if (inUse === site) inUse = null;
    },
  };
}

interface OpenAt {
  changed: readonly string[];
  addresses?: AddressModel;
  signal: AbortSignal;
}

function filesAt({ files }: SitePlace): string[] {
  return files === "" ? [] : files.split("\0");
}

function describe({ site, before: { report, navigation } }: OpenSite): SiteBaseline {
  const { entries } = site.configuration;
  return {
    shape: report.site,
    findings: report.findings.length,
    notJudged: report.notJudged,
    entries: entries.slice(0, entriesMax).map(({ target }) => target.slice(0, entryCharactersMax)),
    entryCount: entries.length,
    durationMs: report.durationMs,
    navigation: { data: navigation.data, judged: navigation.judged.map(({ path }) => path) },
  };
}

async function answerAbout(
  { site, before, uses }: OpenSite,
  call: SiteCall,
  { send, signal }: { send: SendPiece; signal: AbortSignal },
): Promise<CallResults[SiteCall["kind"]]> {
  if (call.kind === "judgeNavigation") return { reason: judgeNavigation(before.navigation, call) };
  if (call.kind === "check") {
    const { notJudged } = before.report;
    const after = await checkSite(site, {
      newPaths: call.newPaths,
      before: { notJudged, soundAnchors: new Set(before.soundAnchors) },
      oldPaths: new Map(call.renames.map(([from, to]) => [to, from])),
      signal,
    });
    const comparison = compareReports(before.report, after, { renames: new Map(call.renames) });
    const mdxPages = mdxPagesOf(site, call.changedPaths);
    const activePaths = await activePathsOf(site, call.changedPaths, createPause(signal));
    return { ...sendComparison(send, comparison), notJudged, mdxPages, activePaths };
  }
  if (call.kind === "checkActive") {
    const bases = new Map(call.bases);
    const readBase = async (path: string) => (bases.has(path) ? await readFile(bases.get(path)!) : null);
    const found = await checkActiveContent(site, uses, { ...call, readBase, pause: createPause(signal) });
    sendFindings(send, found);
    return { findings: [] };
  }
  const isWhole = before.report.notJudged.some((one) => one.rule === "internal-link" && one.isWhole);
  const options = { isWhole, pause: createPause(signal) };
  const plan =
    call.kind === "planMove"
      ? await planMove(site, call.from, call.to, options)
      : await planDelete(site, call.path, options);
  sendEdits(send, plan.edits);
  return { ...plan, edits: [] };
}
