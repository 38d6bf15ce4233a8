import { EventEmitter } from "node:events";
import type { CliDeps, CliStore } from "../../src/cli/deps.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { readConfig } from "../../src/config.ts";
import { findExposedSecret } from "../../src/engines/find-exposed-secret.ts";
import { AppError } from "../../src/errors.ts";
import { createJobLoader } from "../../src/jobs/get-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { assertTokenSafe } from "../../src/network/assert-token-safe.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import type { Database } from "../../src/store/database.ts";

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface TestCli {
  run(...argv: string[]): Promise<CliResult>;
  /** Standard output of the run that goes on. */
  output(): string;
  /** Standard error of the run that goes on. */
  errors(): string;
  /** False when the command does not listen (yet). */
  signal(name: "SIGINT" | "SIGTERM"): boolean;
  exits: number[];
  /** Pages that were shown in the browser. */
  opened: string[];
}

/** The commands with collectors instead of a process; what is not given must not be called. */
export function createTestCli(
  parts: Partial<Omit<CliDeps, "io">> & {
    cwd?: string;
    color?: boolean;
    columns?: number;
    stdin?: string;
    /** What is typed when a command asks; without it there is no terminal. */
    typed?: string;
  } = {},
): TestCli {
  const signals = new EventEmitter();
  const exits: number[] = [];
  const opened: string[] = [];
  const { color = false, columns = null } = parts;
  const written = { stdout: [] as string[], stderr: [] as string[] };
  const deps: CliDeps = {
    version: "1.2.3",
    readConfig: () => readConfig({}),
    openStore: () => unexpected("the store"),
    startService: () => unexpected("the service"),
    listModels: () => unexpected("the models"),
    runOnce: () => unexpected("a run"),
    openFolderChecker: () => unexpected("a check"),
    openBackups: () => unexpected("a backup"),
    ...parts,
    io: {
      stdout: { color, columns, write: (text) => written.stdout.push(text) },
      stderr: { color, columns, write: (text) => written.stderr.push(text) },
      cwd: parts.cwd ?? "/nowhere",
      readStdin: async () => parts.stdin ?? "",
      async ask(question) {
        if (parts.typed === undefined) return null;
        written.stderr.push(question);
        return parts.typed;
      },
      openUrl: async (url) => opened.push(url) > 0,
      onSignal: (name, listener) => void signals.on(name, listener),
      offSignal: (name, listener) => void signals.off(name, listener),
      exit: (code) => void exits.push(code),
    },
  };
  return {
    async run(...argv) {
      written.stdout.length = 0;
      written.stderr.length = 0;
      const code = await runCli(deps, argv);
      return { code, stdout: written.stdout.join(""), stderr: written.stderr.join("") };
    },
    output: () => written.stdout.join(""),
    errors: () => written.stderr.join(""),
    signal: (name) => signals.emit(name),
    exits,
    opened,
  };
}

function unexpected(what: string): never {
  throw new AppError("internal_error", `${what} must not be needed here`);
}

/** A store for commands on a test's database; closing it leaves the database open. */
export function createCliStore(database: Database): CliStore {
  return {
    database,
    insertJob: createJobInserter({ database }),
    loadJob: createJobLoader(database),
    publicUrl: "http://127.0.0.1:8787",
    author: { kind: "command_line", name: ownWords("ann") },
    actor: { author: { kind: "command_line", name: ownWords("ann") }, from: null },
    defaultModel: "copydesk/chores",
    assertRefName: () => undefined,
    secretBox: createSecretBox(Buffer.alloc(32, 7)),
    assertTokenSafe: (url: string) => assertTokenSafe(url, false),
    findExposedSecret: (paths: readonly string[]) => findExposedSecret(paths, "/srv/copydesk"),
    identify: async () => ({ login: "bot", missing: [] }),
    openReview: async () => null,
    lookAtSite: () => unexpected("a site"),
    callSlack: () => unexpected("Slack"),
    close: async () => undefined,
  } as CliStore;
}
