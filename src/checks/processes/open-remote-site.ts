import { randomUUID } from "node:crypto";
import { AppError, type ErrorCode, errorCatalogue } from "../../errors.ts";
import type { CallResults, ChangedFile, CheckCall } from "./call-types.ts";
import type { CommitPlace } from "./commit-files.ts";
import type { ProcessPool } from "./create-process-pool.ts";
import type { CheckProcess, Outcome } from "./start-check-process.ts";

type SiteKind = Exclude<keyof CallResults, "page">;

type Input<Kind extends SiteKind> = Omit<
  Extract<CheckCall, { kind: Kind }>,
  "kind" | "site" | "place" | "isWhole" | "changed"
>;

/** The site of one job, in whichever process has it open. One call at a time. */
export interface RemoteSite {
  /** Throws `check_timeout` and the signal's reason. */
  call<Kind extends SiteKind>(
    kind: Kind,
    input: Input<Kind>,
    signal?: AbortSignal,
  ): Promise<CallResults[Kind]>;
  noteChanges(paths: readonly string[]): void;
  /** Reads a changed file. */
  readChanged(path: string): Promise<Buffer>;
  close(): void;
}

interface RemoteSiteOptions {
  pool: ProcessPool;
  place: CommitPlace;
  limitMs: number;
  readChanged(path: string): Promise<Buffer | null>;
  /** Processes that have read this commit; shared by all of its sites. */
  holders: WeakSet<CheckProcess>;
}

export function openRemoteSite({
  pool,
  place,
  limitMs,
  readChanged,
  holders,
}: RemoteSiteOptions): RemoteSite {
  const site = randomUUID();
  const all = new Map<string, Uint8Array | null>();
  const unread = new Set<string>();
  let untold: ChangedFile[] = [];
  let home: CheckProcess | null = null;
  const close = (): void => {
    home?.closeSite(site);
    home = null;
  };
  const readChanges = async (): Promise<void> => {
    for (const path of unread) {
      const bytes = await readChanged(path);
      unread.delete(path);
      all.set(path, bytes);
      untold.push([path, bytes]);
    }
  };
  const makeCall = (process: CheckProcess, kind: SiteKind, input: object): CheckCall => {
    holders.add(process);
    if (kind === "baseline") return { kind, place };
    const isWhole = process !== home;
    if (isWhole) close();
    home = process;
    const changed = isWhole ? [...all] : untold;
    untold = [];
    return { ...input, kind, site, place, isWhole, changed } as CheckCall;
  };
  return {
    close,
    noteChanges(paths) {
      for (const path of paths) unread.add(path);
    },
    async readChanged(path) {
      const bytes = await readChanged(path);
      if (bytes === null) throw new Error(`${path} is gone`);
      return bytes;
    },
    async call(kind, input, signal) {
      await readChanges();
      for (let alone = false; ; alone = true) {
        const { outcome, process } = await pool
          .run({
            ...{ limitMs, signal, alone },
            isHome: (process) => (home?.isAlive() ? process === home : holders.has(process)),
            makeCall: (process) => makeCall(process, kind, input),
          })
          .catch((error: unknown) => {
            close();
            throw error;
          });
        if (outcome.kind === "result") return withPieces(outcome) as CallResults[typeof kind];
        if (process === home) close();
        // Several sites share a process's memory: only a call that ran alone is known to need too much.
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
