import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { AppError, type ErrorCode, errorCatalogue } from "../../errors.ts";
import type { ActiveAllowance } from "../active-content/judge-item.ts";
import { checkMdxSyntax } from "../rules/mdx-syntax.ts";
import type { CheckComparison, DeletePlan, MovePlan } from "../types.ts";
import type { CallResults, CheckCall, SiteBaseline, SiteComparison, SitePlace } from "./call-types.ts";
import { createPageParser } from "./create-page-parser.ts";
import { createProcessPool, type ProcessPool } from "./create-process-pool.ts";
import type { CheckProcess, Outcome } from "./start-check-process.ts";
import { siteLimitMs } from "./time-limits.ts";

export interface OpenOptions {
  directory: string;
  /** Repository paths with `/`. */
  files: readonly string[];
  /** A path outside of the directory, for the findings before the change. */
  baselineFile: string;
  signal?: AbortSignal;
}

export interface CheckOptions {
  changedPaths: readonly string[];
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  renames: ReadonlyMap<string, string>;
  /** What pages may use beyond what the site uses already. */
  allowed?: ActiveAllowance;
  /** The bytes before the change (of a moved page: at its old path), null when there were none. */
  readBase(path: string): Promise<Buffer | null>;
  signal?: AbortSignal;
}

/** The site of one job, held by a process that may be replaced between two calls. One call at a time. */
export interface CheckedSite {
  baseline: SiteBaseline;
  /** These files were written, moved or deleted; the next call sees them. */
  noteChanges(paths: readonly string[]): void;
  check(options: CheckOptions): Promise<CheckComparison & Pick<SiteComparison, "counts" | "notJudged">>;
  planMove(from: string, to: string, signal?: AbortSignal): Promise<MovePlan>;
  planDelete(path: string, signal?: AbortSignal): Promise<DeletePlan>;
  /** What a new text of a configuration changes besides navigation and redirects, or null; against the site's text unless another is given. */
  judgeNavigation(
    path: string,
    texts: { before?: string | undefined; text: string },
    signal?: AbortSignal,
  ): Promise<string | null>;
  close(): void;
}

/**
 * Reads and checks sites and pages outside of this process. Whoever asks about a site gets `check_timeout` when the answer takes too
 * long or too much memory, and the signal's reason; all other sites of the process that this costs are opened again.
 */
export interface SiteChecker {
  /** A site will be opened soon. */
  warm(): void;
  /** Opens a site as it stands before the change. Throws `repository_too_large`, `check_timeout`. */
  open(options: OpenOptions): Promise<CheckedSite>;
  /** Why a page's text is not valid, as "line:column reason", or null. */
  parsePage(path: string, text: string, signal?: AbortSignal): Promise<string | null>;
  close(): void;
}

export interface SiteCheckerOptions {
  limitMs?: (files: number) => number;
  pageLimitMs?: number;
  heapLimitMb?: number;
  processesMax?: number;
}

export function createSiteChecker(options: SiteCheckerOptions = {}): SiteChecker {
  const { limitMs = siteLimitMs, heapLimitMb = 1_024 } = options;
  const processesMax = options.processesMax ?? Math.min(8, availableParallelism() + 1);
  const pool = createProcessPool({ holds: "sites", processesMax, heapLimitMb });
  const parser = createPageParser({ limitMs: options.pageLimitMs });
  return {
    warm: () => pool.warm(),
    async open({ directory, files, baselineFile, signal }) {
      const place = { directory, files: files.join("\0"), baselineFile };
      const site = createRemoteSite(pool, place, limitMs(files.length));
      const baseline = await site.call("baseline", {}, signal);
      return {
        baseline,
        noteChanges: site.noteChanges,
        async check({ changedPaths, newPaths, renames, allowed = allowNothing, readBase, signal }) {
          const input = { changedPaths: [...changedPaths], newPaths: [...newPaths], renames: [...renames] };
          const { mdxPages, activePaths, counts, ...comparison } = await site.call("check", input, signal);
          const read = (path: string) => readFile(join(directory, path));
          const findings = await checkMdxSyntax(mdxPages, { read, readBase, parse: parser.parse, signal });
          if (activePaths.length > 0) {
            const found = await withBases(dirname(baselineFile), changedPaths, readBase, async (bases) => {
              const input = { changedPaths: [...changedPaths], newPaths: [...newPaths], bases, allowed };
              return await site.call("checkActive", input, signal);
            });
            findings.push(...found.findings);
          }
          for (const finding of findings) {
            const list = finding.preexisting ? "preexisting" : "new";
            comparison[list].push(finding);
            counts[list] += 1;
          }
          return { ...comparison, counts };
        },
        planMove: (from, to, signal) => site.call("planMove", { from, to }, signal),
        planDelete: (path, signal) => site.call("planDelete", { path }, signal),
        async judgeNavigation(path, { before = null, text }, signal) {
          return (await site.call("judgeNavigation", { path, before, text }, signal)).reason;
        },
        close: site.close,
      };
    },
    async parsePage(path, text, signal) {
      if (!/\.mdx?$/i.test(path)) return null;
      const { frontMatter, mdx } = await parser.parse(path, text, signal);
      const problem = frontMatter ?? mdx;
      return problem === null ? null : `${problem.line}:${problem.column} ${problem.message}`;
    },
    close() {
      pool.close();
      parser.close();
    },
  };
}

const allowNothing: ActiveAllowance = { components: [], hosts: [] };

/** Puts the texts before the change into files for as long as they are used: too much to send, and a process reads files by itself. */
async function withBases<T>(
  folder: string,
  paths: readonly string[],
  readBase: CheckOptions["readBase"],
  use: (bases: [path: string, file: string][]) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(folder, "bases-"));
  try {
    const bases: [string, string][] = [];
    for (const [index, path] of paths.entries()) {
      const bytes = await readBase(path);
      if (bytes === null) continue;
      bases.push([path, join(root, String(index))]);
      await writeFile(join(root, String(index)), bytes, { mode: 0o600 });
    }
    return await use(bases);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

type SiteKind = Exclude<keyof CallResults, "page">;
type Input<Kind extends SiteKind> = Omit<
  Extract<CheckCall, { kind: Kind }>,
  "kind" | "site" | "place" | "changed"
>;

interface RemoteSite {
  call<Kind extends SiteKind>(
    kind: Kind,
    input: Input<Kind>,
    signal?: AbortSignal,
  ): Promise<CallResults[Kind]>;
  noteChanges(paths: readonly string[]): void;
  close(): void;
}

function createRemoteSite(pool: ProcessPool, place: SitePlace, limitMs: number): RemoteSite {
  const site = randomUUID();
  const allChanges = new Set<string>();
  let newChanges = new Set<string>();
  let home: CheckProcess | null = null;
  const close = (): void => {
    home?.closeSite(site);
    home = null;
  };
  const makeCall = (process: CheckProcess, kind: SiteKind, input: object): CheckCall => {
    const isOpen = process === home && kind !== "baseline";
    if (process !== home) close();
    home = process;
    const changed = [...(isOpen ? newChanges : allChanges)];
    newChanges = new Set();
    return { ...input, kind, site, place: isOpen ? null : place, changed } as CheckCall;
  };
  return {
    close,
    noteChanges(paths) {
      for (const path of paths) {
        allChanges.add(path);
        newChanges.add(path);
      }
    },
    async call(kind, input, signal) {
      for (let alone = false; ; alone = true) {
        const { outcome, process } = await pool
          .run({ limitMs, signal, home, alone, makeCall: (process) => makeCall(process, kind, input) })
          .catch((error: unknown) => {
            close();
            throw error;
          });
        if (outcome.kind === "result") return withPieces(outcome) as CallResults[typeof kind];
        if (process === home) close();
        // Several sites share the memory of a process: only a call that has one to itself is known to need too much.
        if (outcome.kind !== "lost" || alone) throw failureOf(outcome, limitMs);
      }
    },
  };
}

function withPieces({ result, pieces }: Extract<Outcome, { kind: "result" }>): object {
  return { ...result, ...Object.fromEntries(pieces) };
}

function failureOf(outcome: Exclude<Outcome, { kind: "result" }>, limitMs: number): Error {
  if (outcome.kind === "error") {
    const { code, message } = outcome;
    return code !== null && Object.hasOwn(errorCatalogue, code)
      ? new AppError(code as ErrorCode, message)
      : new Error(message);
  }
  const seconds = Math.round(limitMs / 1_000);
  const why = outcome.kind === "late" ? `within ${seconds} seconds` : "within its limit of memory";
  return new AppError(
    "check_timeout",
    `The site could not be read and checked ${why}. Look for a page or a configuration file that is unusually large or deeply nested.`,
  );
}
