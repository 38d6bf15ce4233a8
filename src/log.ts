import { destination, type Logger, pino } from "pino";

export type Log = Logger;

const secretFields = ["key", "apiKey", "secret", "password", "token", "authorization", "secretKey"];

const redactedPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** JSON lines on standard error (pretty when that is a terminal); fields that carry secrets are masked. */
export function createLog(options: { level?: string; pretty?: boolean } = {}): Log {
  const base = {
    level: options.level ?? "info",
    redact: { paths: [...redactedPaths, "req.headers.authorization"], censor: "[redacted]" },
  };
  if (options.pretty ?? process.stderr.isTTY === true) {
    const target = { target: "pino-pretty", options: { destination: 2, colorize: true } };
    return pino({ ...base, transport: target });
  }
  return pino(base, destination({ fd: 2, sync: true }));
}
