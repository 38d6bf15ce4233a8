import { availableParallelism } from "node:os";
import { LRUCache } from "lru-cache";
import { isRuleOn, type RuleSwitches } from "../../schemas/rule-switches.ts";
import { isPagePath } from "../../text/page-path.ts";
import type { ActiveAllowance } from "../active-content/judge-item.ts";
import { asksHistory } from "../history/repair-by-history.ts";
import { siteOf } from "../model/open-sites.ts";
import { checkMdxSyntax } from "../rules/mdx-syntax.ts";
import type { CheckComparison, DeletePlan, Finding, MovePlan } from "../types.ts";
import type { PageText, SiteBaseline, SiteComparison } from "./call-types.ts";
import type { CommitPlace } from "./commit-files.ts";
import { createPageParser, type PageParser } from "./create-page-parser.ts";
import { createProcessPool } from "./create-process-pool.ts";
import { openRemoteSite, type RemoteSite } from "./open-remote-site.ts";
import type { CheckProcess } from "./start-check-process.ts";
import { siteLimitMs } from "./time-limits.ts";

interface OpenOptions extends CommitPlace {
  /** Number of files in the commit. */
  files: number;
  /** Reads the current content of a changed file; null if it was deleted. */
  readChanged(path: string): Promise<Buffer | null>;
  signal?: AbortSignal;
}

export interface CheckOptions {
  changedPaths: readonly string[];
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  /** Old path → current path. */
  renames: ReadonlyMap<string, string>;
  /** Files whose move or deletion was requested after the possible links to them had been reviewed. */
  released?: ReadonlySet<string>;
  /** Commit whose texts the change is compared with. */
  baseCommit: string;
  /** What pages may use besides what the site already uses. */
  allowed?: ActiveAllowance;
  /** Rules switched on or off, or made stricter, compared with the defaults. */
  switches?: RuleSwitches;
  /** Reads the bytes in `baseCommit` (of a moved page: at its old path); null if there were none. */
  readBase(path: string): Promise<Buffer | null>;
  /** If omitted, no repairs are searched in git's history. Null if the history is unavailable. */
  openHistory?: (() => Promise<CommitPlace | null>) | undefined;
  signal?: AbortSignal;
}

export type SiteCheck = CheckComparison &
  Pick<SiteComparison, "counts" | "notJudged" | "rules" | "externalLinks">;

/** The site of one job, held by a process that may be replaced between two calls. One call at a time. */
export interface CheckedSite {
  baseline: SiteBaseline;
  /** Notes that these files were written, moved or deleted; the next call sees them. */
  noteChanges(paths: readonly string[]): void;
  check(options: CheckOptions): Promise<SiteCheck>;
  planMove(from: string, to: string, signal?: AbortSignal): Promise<MovePlan>;
  planDelete(path: string, signal?: AbortSignal): Promise<DeletePlan>;
  /** Like the checker's `parsePage`, by the rules of this site's generator. */
  parsePage(path: string, text: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Returns what a new text of a configuration changes besides navigation and redirects, or null; compared
   * with the site's text unless another one is given.
   */
  judgeNavigation(
    path: string,
    texts: { before?: string | undefined; text: string },
    signal?: AbortSignal,
  ): Promise<string | null>;
  close(): void;
}

/**
 * Reads and checks sites and pages outside this process. A call about a site fails with `check_timeout` if it
 * takes too long or too much memory, and with the signal's reason; other sites of a process that this ends
 * are opened again.
 */
export interface SiteChecker {
  /** Prepares for a site that will be opened soon. */
  warm(): void;
  /** Opens a site as it is before the change. Throws `repository_too_large`, `check_timeout`. */
  open(options: OpenOptions): Promise<CheckedSite>;
  /** Returns why a page's text is not valid, as "line:column reason", or null. */
  parsePage(path: string, text: string, signal?: AbortSignal): Promise<string | null>;
  close(): void;
}

interface SiteCheckerOptions {
  limitMs?: (files: number) => number;
  pageLimitMs?: number;
  heapLimitMb?: number;
  processesMax?: number;
}

const commitsMax = 1_000;

export function createSiteChecker(options: SiteCheckerOptions = {}): SiteChecker {
  const { limitMs = siteLimitMs, heapLimitMb = 1_024 } = options;
  const processesMax = options.processesMax ?? Math.min(8, availableParallelism() + 1);
  const pool = createProcessPool({ holds: "sites", processesMax, heapLimitMb });
  const parser = createPageParser({ limitMs: options.pageLimitMs });
  // The same commit has the same baseline: only the first job that begins there waits for it.
  const baselines = new LRUCache<string, SiteBaseline>({ max: commitsMax });
  const holders = new LRUCache<string, WeakSet<CheckProcess>>({ max: commitsMax });
  const holdersOf = (key: string): WeakSet<CheckProcess> => {
    const known = holders.get(key) ?? new WeakSet();
    holders.set(key, known);
    return known;
  };
  return {
    warm: () => pool.warm(),
    async open({ gitDirectory, commit, files, readChanged, signal }) {
      const place = { gitDirectory, commit };
      const key = `${gitDirectory}\0${commit}`;
      const limit = limitMs(files);
      const site = openRemoteSite({ pool, place, limitMs: limit, readChanged, holders: holdersOf(key) });
      const baseline = baselines.get(key) ?? (await site.call("baseline", {}, signal));
      baselines.set(key, baseline);
      return {
        baseline,
        noteChanges: site.noteChanges,
        check: (options) => check(site, { parser, generatorOf: createGeneratorFinder(baseline) }, options),
        planMove: (from, to, signal) => site.call("planMove", { from, to }, signal),
        planDelete: (path, signal) => site.call("planDelete", { path }, signal),
        parsePage: (path, text, signal) =>
          describeProblem(parser, { path, text, generator: createGeneratorFinder(baseline)(path) }, signal),
        async judgeNavigation(path, { before = null, text }, signal) {
          return (await site.call("judgeNavigation", { path, before, text }, signal)).reason;
        },
        close: site.close,
      };
    },
    parsePage: (path, text, signal) => describeProblem(parser, { path, text, generator: null }, signal),
    close() {
      pool.close();
      parser.close();
    },
  };
}

/** Returns a function that names the generator of the site to which a page belongs. */
function createGeneratorFinder({ shape, otherSites }: SiteBaseline): (path: string) => string {
  const sites = [{ shape, folders: [] }, ...otherSites];
  return (path) => siteOf(sites, path).shape.generator;
}

async function describeProblem(
  parser: PageParser,
  page: PageText,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (!isPagePath(page.path)) return null;
  const { frontMatter, mdx } = await parser.parse(page, signal);
  const problem = frontMatter ?? mdx;
  return problem === null ? null : `${problem.line}:${problem.column} ${problem.message}`;
}

const allowNothing: ActiveAllowance = { components: [], hosts: [] };

async function check(
  site: RemoteSite,
  { parser, generatorOf }: { parser: PageParser; generatorOf(path: string): string },
  options: CheckOptions,
): Promise<SiteCheck> {
  const { baseCommit, allowed = allowNothing, readBase, signal } = options;
  const { changedPaths, newPaths, renames, released = [], switches = {} } = options;
  const input = { changedPaths: [...changedPaths], newPaths: [...newPaths], renames: [...renames] };
  const { mdxPages, activePaths, counts, ...comparison } = await site.call(
    "check",
    { ...input, switches, released: [...released] },
    signal,
  );
  const findings = await checkMdxSyntax(isRuleOn("mdx-syntax", switches) ? mdxPages : [], {
    read: site.readChanged,
    readBase,
    parse: (path, text, signal) => parser.parse({ path, text, generator: generatorOf(path) }, signal),
    signal,
  });
  if (activePaths.length > 0 && isRuleOn("active-content", switches)) {
    const found = await site.call("checkActive", { ...input, baseCommit, allowed }, signal);
    findings.push(...found.findings);
  }
  for (const finding of findings) {
    const list = finding.preexisting ? "preexisting" : "new";
    comparison[list].push(finding);
    counts[list] += 1;
  }
  if (options.openHistory === undefined) return { ...comparison, counts };
  const [added, known] = [comparison.new, comparison.preexisting];
  const repaired = await repairFromHistory(site, [...added, ...known], options.openHistory, signal);
  const at = added.length;
  return { ...comparison, new: repaired.slice(0, at), preexisting: repaired.slice(at), counts };
}

const asksMax = 1_000;

/** Returns the findings in the same order, with the repairs that git's history confirms. */
async function repairFromHistory(
  site: RemoteSite,
  findings: readonly Finding[],
  openHistory: () => Promise<CommitPlace | null>,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  const asking = findings.filter(asksHistory).slice(0, asksMax);
  if (asking.length === 0) return [...findings];
  const history = await openHistory();
  const repaired =
    history === null
      ? asking.map((finding) => ({ ...finding, historyUnread: "the repository's host does not hand it out" }))
      : (await site.call("repair", { findings: asking, history }, signal)).findings;
  const found = new Map(asking.map((finding, at) => [finding, repaired[at] ?? finding]));
  return findings.map((finding) => found.get(finding) ?? finding);
}
