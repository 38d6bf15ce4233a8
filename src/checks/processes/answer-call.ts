import { judgeNavigation } from "../changes/navigation-files.ts";
import type { OpenHistory } from "../history/git-history.ts";
import { pathsToRead } from "../model/open-sites.ts";
import { createScanCache } from "../model/scan-cache.ts";
import type { Site } from "../model/site.ts";
import { prepareTies } from "../pages-to-judge.ts";
import { createDictionaryLoader, type LoadDictionary } from "../spelling/dictionary.ts";
import type { CallResults, CheckCall } from "./call-types.ts";
import type { OpenCommit } from "./commit-files.ts";
import { describeBaseline } from "./describe-baseline.ts";
import {
  compareJobSites,
  findActiveContent,
  type JobSite,
  planDeleteOf,
  planMoveOf,
  repairJobSites,
} from "./job-sites.ts";
import { type Base, doubtsOf, openBases, type SiteBase } from "./open-bases.ts";
import { type SendPiece, sendComparison, sendEdits, sendFindings } from "./send-pieces.ts";

/** A base with the changes of one job. */
interface JobSites {
  base: Base;
  sites: JobSite[];
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

/** Answers calls about sites, those of one process; pages are cached by content for all of its sites. */
export function createCallAnswerer(
  { openCommit, openHistory }: { openCommit: OpenCommit; openHistory: OpenHistory },
  send: SendPiece,
): CallAnswerer {
  const sites = new Map<string, JobSites>();
  const cache = createScanCache({ maxBytes: cacheBytesMax });
  const loadDictionary = createDictionaryLoader();
  const openBase = openBases(openCommit, cache, loadDictionary);
  let inUse: string | null = null;
  const bringUpToDate = async (call: SiteCall, signal: AbortSignal): Promise<JobSites> => {
    const known = sites.get(call.site);
    // A change that was read only in part would be missing from then on: the next call opens the site again.
    sites.delete(call.site);
    if (known === undefined && !call.isWhole) throw new Error("the site is not open in this process");
    const opened = known ?? openJobSites(await openBase(call.place, signal));
    if (call.changed.length === 0) return opened;
    for (const [path, bytes] of call.changed) opened.changed.set(path, bytes && Buffer.from(bytes));
    const paths = call.changed.map(([path]) => path);
    for (const one of opened.sites) {
      if (one.site === one.before.site) one.site = one.site.copy(readerOf(opened));
      await one.site.update(pathsToRead(opened.sites, one, paths), signal);
    }
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
        return describeBaseline(base);
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

async function prepareFirstChange({ sites }: Base, loadDictionary: LoadDictionary): Promise<void> {
  await loadDictionary();
  for (const site of sites) {
    await doubtsOf(site);
    prepareTies(site);
  }
}

function openJobSites(base: Base): JobSites {
  const sites = base.sites.map((before) => ({ before, site: before.site, folders: before.folders }));
  return { base, sites, changed: new Map() };
}

function readerOf({ base, changed }: JobSites): Site["read"] {
  return async (path) => {
    const bytes = changed.get(path);
    if (bytes === null) throw new Error(`${path} is gone`);
    return bytes ?? (await base.files.read(path));
  };
}

interface Tools {
  openCommit: OpenCommit;
  openHistory: OpenHistory;
  send: SendPiece;
  signal: AbortSignal;
}

async function answerAbout(
  { base, sites }: JobSites,
  call: SiteCall,
  { openCommit, openHistory, send, signal }: Tools,
): Promise<CallResults[SiteCall["kind"]]> {
  switch (call.kind) {
    case "judgeNavigation": {
      const isJudged = ({ navigation }: SiteBase) => navigation.judged.some(({ path }) => path === call.path);
      return { reason: judgeNavigation((base.sites.find(isJudged) ?? base.sites[0]).navigation, call) };
    }
    case "check": {
      const { comparison, ...rest } = await compareJobSites(sites, call, signal);
      return { ...sendComparison(send, comparison), ...rest };
    }
    case "repair": {
      sendFindings(send, await repairJobSites(sites, () => openHistory(call.history, signal), call.findings));
      return { findings: [] };
    }
    case "checkActive": {
      const files =
        call.baseCommit === call.place.commit
          ? base.files
          : await openCommit({ ...call.place, commit: call.baseCommit }, signal);
      sendFindings(send, await findActiveContent(sites, call, files, signal));
      return { findings: [] };
    }
    default: {
      const plan =
        call.kind === "planMove"
          ? await planMoveOf(sites, call.from, call.to, signal)
          : await planDeleteOf(sites, call.path, signal);
      sendEdits(send, plan.edits);
      return { ...plan, edits: [] };
    }
  }
}
