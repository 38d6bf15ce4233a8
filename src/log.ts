import { hostname } from "node:os";
import { destination, type Logger, pino } from "pino";
import { mergeSpans } from "./outgoing/create-needles.ts";
import { findTokens } from "./outgoing/find-tokens.ts";
import type { KnownSecrets } from "./outgoing/known-secrets.ts";
import { maskSpans } from "./outgoing/mask-spans.ts";
import { fieldsOfLine } from "./telemetry/current.ts";

export interface Log extends Logger {
  /** For lines of ids, numbers, and texts that went through `mask`: they are not looked through again. */
  masked?: { lines: PlainLines; mask(text: string): string };
}

/** The part of a logger that requests need. */
export interface PlainLines {
  info(fields: Record<string, string | number | undefined>, message: string): void;
}

const secretFields = ["key", "apiKey", "secret", "password", "token", "authorization", "secretKey"];

const redactedPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

export interface LogOptions {
  level?: string;
  pretty?: boolean;
  /** Masked wherever in a line they stand. */
  knownSecrets?: KnownSecrets;
}

/**
 * JSON lines on standard error (pretty when that is a terminal); fields that carry secrets, known secrets and
 * tokens are masked.
 */
export function createLog(options: LogOptions = {}): Log {
  // Jobs, the requests that they come from, and traces, wherever a line is written.
  const bare = { level: options.level ?? "info", mixin: fieldsOfLine };
  const mask = (line: string) => maskLine(line, options.knownSecrets);
  const base = {
    ...bare,
    hooks: { streamWrite: mask },
    redact: { paths: [...redactedPaths, "req.headers.authorization"], censor: "[redacted]" },
  };
  if (options.pretty ?? process.stderr.isTTY === true) {
    const target = {
      target: "pino-pretty",
      options: { destination: 2, colorize: process.stderr.hasColors?.() ?? false },
    };
    return pino({ ...base, transport: target });
  }
  const stream = gatherLines();
  const log = pino(base, stream);
  return Object.assign(log, { masked: { lines: plainLines(log, stream), mask } });
}

/** Writes the lines that the logger itself would write, in a fourth of its time. */
function plainLines(log: Logger, stream: { write(line: string): void }): PlainLines {
  const level = log.levels.values.info;
  const bound = JSON.stringify({ pid: process.pid, hostname: hostname() }).slice(1, -1);
  return {
    info(fields, message) {
      if (!log.isLevelEnabled("info")) return;
      const told = toText(fieldsOfLine()) + toText(fields);
      stream.write(
        `{"level":${level},"time":${Date.now()},${bound}${told},"msg":${JSON.stringify(message)}}\n`,
      );
    },
  };
}

/** Returns the fields as pino writes them; undefined ones are left out. */
function toText(fields: object): string {
  let text = "";
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) text += `,"${name}":${JSON.stringify(value)}`;
  return text;
}

/** Under load each write to the system would cost as much as the lines in it. */
const gatherMs = 5;

/** Lines go out at once, but at most every few milliseconds, and what is left when the process ends. */
function gatherLines() {
  const target = destination({ fd: 2, sync: false }) as ReturnType<typeof destination> & {
    minLength: number;
  };
  let lines = "";
  let passedAt = Number.NEGATIVE_INFINITY;
  const pass = () => {
    const gathered = lines;
    lines = "";
    passedAt = performance.now();
    if (gathered !== "") target.write(gathered);
  };
  const flushSync = target.flushSync.bind(target);
  // Called when the process ends: a write that began now would not.
  target.flushSync = () => {
    target.minLength = Number.POSITIVE_INFINITY;
    pass();
    flushSync();
    target.minLength = 0;
  };
  return {
    write(line: string): void {
      if (lines === "") {
        const waitMs = passedAt + gatherMs - performance.now();
        if (waitMs > 0) setTimeout(pass, waitMs);
        else setImmediate(pass);
      }
      lines += line;
    },
    flushSync: () => target.flushSync(),
  };
}

function maskLine(line: string, knownSecrets: KnownSecrets | undefined): string {
  const spans = [...(knownSecrets?.all().find(line) ?? []), ...findTokens(line)];
  return spans.length === 0 ? line : maskSpans(line, mergeSpans(spans));
}
