import { describeRules, isRuleOn } from "../../schemas/rule-switches.ts";
import { judgeNavigation } from "../changes/navigation-files.ts";
import { planDelete } from "../changes/plan-delete.ts";
import { planMove } from "../changes/plan-move.ts";
import { checkSite } from "../check-site.ts";
import { createPause } from "../create-pause.ts";
import { findExternalLinks } from "../find-external-links.ts";
import type { OpenHistory } from "../history/git-history.ts";
import { repairByHistory } from "../history/repair-by-history.ts";
import { createScanCache } from "../model/scan-cache.ts";
import type { Site } from "../model/site.ts";
import { prepareTies } from "../pages-to-judge.ts";
import { isWholeUnjudged } from "../possible-links/doubts.ts";
import { compareSites } from "../reports/compare-sites.ts";
import { activePathsOf, checkActiveContent, readsAlike } from "../rules/active-content.ts";
import { mdxPagesOf } from "../rules/mdx-syntax.ts";
import { createDictionaryLoader, type LoadDictionary } from "../spelling/dictionary.ts";
import type { Finding, Rule } from "../types.ts";
import type { CallResults, CheckCall, SiteBaseline } from "./call-types.ts";
import type { OpenCommit } from "./commit-files.ts";
import { type Base, doubtsOf, openBases } from "./open-bases.ts";
import { type SendPiece, sendComparison, sendEdits, sendFindings } from "./send-pieces.ts";

/** A base with the changes of one job. */
interface JobSite {
  base: Base;
  /** The base's own site as long as nothing is changed. */
  site: Site;
  /** Contents of changed files; null for deleted ones. */
  changed: Map<string, Buffer | null>;
}

type SiteCall = Exclude<CheckCall, { kind: "page" | "render" | "baseline" }>;

export interface CallAnswerer {
  /** Answers one call at a time. Long lists of the answer are sent in pieces before it. */
  answer(call: CheckCall, signal: AbortSignal): Promise<CallResults[CheckCall["kind"]]>;
  /** May be called while a call about the site is running. */
  close(site: string): void;
}

const cacheBytesMax = 64 * 1024 * 1024;
const entriesMax = 12;
const entryCharactersMax = 200;

/** Answers calls about sites, those of one process; pages are cached by content for all of its sites. */
export function createCallAnswerer(
  { openCommit, openHistory }: { openCommit: OpenCommit; openHistory: OpenHistory },
  send: SendPiece,
): CallAnswerer {
  const sites = new Map<string, JobSite>();
  const cache = createScanCache({ maxBytes: cacheBytesMax });
  const loadDictionary = createDictionaryLoader();
  const openBase = openBases(openCommit, cache, loadDictionary);
  let inUse: string | null = null;
  const bringUpToDate = async (call: SiteCall, signal: AbortSignal): Promise<JobSite> => {
    const known = sites.get(call.site);
    // A change that was read only in part would be missing from then on: the next call opens the site again.
    sites.delete(call.site);
    if (known === undefined && !call.isWhole) throw new Error("the site is not open in this process");
    const opened = known ?? openJobSite(await openBase(call.place, signal));
    if (call.changed.length === 0) return opened;
    for (const [path, bytes] of call.changed) opened.changed.set(path, bytes && Buffer.from(bytes));
    if (opened.site === opened.base.site) opened.site = opened.site.copy(readerOf(opened));
    await opened.site.update(
      call.changed.map(([path]) => path),
      signal,
    );
    return opened;
  };
  return {
    async answer(call, signal) {
      if (call.kind === "page" || call.kind === "render")
        throw new Error(`calls of the kind ${call.kind} go to other processes`);
      if (call.kind === "baseline") {
        const base = await openBase(call.place, signal);
        // Computed while the job waits for its model.
        setImmediate(() => void prepareFirstChange(base, loadDictionary).catch(() => undefined));
        return describe(base);
      }
      inUse = call.site;
      const opened = await bringUpToDate(call, signal);
      const result = await answerAbout(opened, call, { openCommit, openHistory, send, signal });
      if (inUse === call.site) sites.set(call.site, opened);
      return result;
    },
    close(site) {
      sites.delete(site);
      if (inUse === site) inUse = null;
    },
  };
}

async function prepareFirstChange(base: Base, loadDictionary: LoadDictionary): Promise<void> {
  await Promise.all([doubtsOf(base), loadDictionary()]);
  prepareTies(base);
}

function openJobSite(base: Base): JobSite {
  return { base, site: base.site, changed: new Map() };
}

function readerOf({ base, changed }: JobSite): Site["read"] {
  return async (path) => {
    const bytes = changed.get(path);
    if (bytes === null) throw new Error(`${path} is gone`);
    return bytes ?? (await base.files.read(path));
  };
}

function describe({ site, report, navigation }: Base): SiteBaseline {
  const { entries } = site.configuration;
  return {
    shape: report.site,
    findings: report.findings.length,
    findingsByRule: countByRule(report.findings),
    notJudged: report.notJudged,
    entries: entries.slice(0, entriesMax).map(({ target }) => target.slice(0, entryCharactersMax)),
    entryCount: entries.length,
    durationMs: report.durationMs,
    navigation: { data: navigation.data, judged: navigation.judged.map(({ path }) => path) },
  };
}

function countByRule(findings: readonly Finding[]): Partial<Record<Rule, number>> {
  const counts: Partial<Record<Rule, number>> = {};
  for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

interface Tools {
  openCommit: OpenCommit;
  openHistory: OpenHistory;
  send: SendPiece;
  signal: AbortSignal;
}

async function answerAbout(
  { base, site }: JobSite,
  call: SiteCall,
  { openCommit, openHistory, send, signal }: Tools,
): Promise<CallResults[SiteCall["kind"]]> {
  switch (call.kind) {
    case "judgeNavigation":
      return { reason: judgeNavigation(base.navigation, call) };
    case "check":
      return await compare(base, site, call, { send, signal });
    case "repair": {
      const open = () => openHistory(call.history, signal);
      sendFindings(send, await repairByHistory(site, open, call.findings));
      return { findings: [] };
    }
    case "checkActive": {
      const { idOf, read } =
        call.baseCommit === call.place.commit
          ? base.files
          : await openCommit({ ...call.place, commit: call.baseCommit }, signal);
      const oldPaths = new Map(call.renames.map(([from, to]) => [to, from]));
      const readBase = async (path: string) => {
        const old = oldPaths.get(path) ?? path;
        return idOf(old) === null ? null : await read(old);
      };
      // What pages use that no job of this base changes is computed once, unless this job changes how they
      // are read.
      const uses = readsAlike(site, base.site) ? base.uses : new Map();
      const input = { ...call, readBase, pause: createPause(signal) };
      sendFindings(send, await checkActiveContent(site, uses, input));
      return { findings: [] };
    }
    default: {
      const options = { isWhole: isWholeUnjudged(base.report.notJudged), pause: createPause(signal) };
      const plan =
        call.kind === "planMove"
          ? await planMove(site, call.from, call.to, options)
          : await planDelete(site, call.path, options);
      sendEdits(send, plan.edits);
      return { ...plan, edits: [] };
    }
  }
}

async function compare(
  base: Base,
  site: Site,
  call: Extract<CheckCall, { kind: "check" }>,
  { send, signal }: Pick<Tools, "send" | "signal">,
): Promise<CallResults["check"]> {
  const { report, soundAnchors, knownWords } = base;
  const { notJudged, unjudged } = report;
  const oldPaths = new Map(call.renames.map(([from, to]) => [to, from]));
  const after = await checkSite(site, {
    newPaths: call.newPaths,
    changedPaths: call.changedPaths,
    before: {
      ...{ notJudged, unjudged, soundAnchors, knownWords, judged: base },
      doubts: await doubtsOf(base),
    },
    released: new Set(call.released),
    ...{ oldPaths, signal },
  });
  const { switches } = call;
  const renames = new Map(call.renames);
  const comparison = compareSites(
    { site: base.site, report },
    { site, report: after },
    { renames, switches },
  );
  const rules = describeRules(switches, { notJudged, unjudged: after.unjudged });
  const mdxPages = mdxPagesOf(site, call.changedPaths);
  const activePaths = await activePathsOf(site, call.changedPaths, createPause(signal));
  const externalLinks = isRuleOn("external-link", switches)
    ? findExternalLinks(site, { before: base.site, changedPaths: call.changedPaths, oldPaths })
    : [];
  const sent = sendComparison(send, comparison);
  return { ...sent, notJudged, rules, mdxPages, activePaths, externalLinks };
}
