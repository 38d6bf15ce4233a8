import { destination, type Logger, pino } from "pino";
import { mergeSpans } from "./outgoing/create-needles.ts";
import { findTokens } from "./outgoing/find-tokens.ts";
import type { KnownSecrets } from "./outgoing/known-secrets.ts";
import { maskSpans } from "./outgoing/mask-spans.ts";
import { fieldsOfLine } from "./telemetry/current.ts";

export type Log = Logger;

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
  const base = {
    level: options.level ?? "info",
    // Jobs, the requests that they come from, and traces, wherever a line is written.
    mixin: fieldsOfLine,
    hooks: { streamWrite: (line: string) => maskLine(line, options.knownSecrets) },
    redact: { paths: [...redactedPaths, "req.headers.authorization"], censor: "[redacted]" },
  };
  if (options.pretty ?? process.stderr.isTTY === true) {
    const target = {
      target: "pino-pretty",
      options: { destination: 2, colorize: process.stderr.hasColors?.() ?? false },
    };
    return pino({ ...base, transport: target });
  }
  // What is written while an earlier write is under way goes out together; the rest when the process ends.
  return pino(base, destination({ fd: 2, sync: false }));
}

function maskLine(line: string, knownSecrets: KnownSecrets | undefined): string {
  const spans = [...(knownSecrets?.all().find(line) ?? []), ...findTokens(line)];
  return spans.length === 0 ? line : maskSpans(line, mergeSpans(spans));
}
