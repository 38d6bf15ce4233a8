import { createRequire } from "node:module";
import type { Log, LogOptions } from "../log.ts";

const require = createRequire(import.meta.url);
const quiet: ReadonlySet<PropertyKey> = new Set(["trace", "debug", "info"]);

/**
 * The log of a command, from warnings on. Most commands write no line: the library, and its thread on a
 * terminal, are started by the first one.
 */
export function createCommandLog(options: Omit<LogOptions, "level">): Log {
  let opened: Log | null = null;
  const open = (): Log => {
    const { createLog } = require("../log.ts") as typeof import("../log.ts");
    opened ??= createLog({ ...options, level: "warn" });
    return opened;
  };
  return new Proxy({} as Log, {
    get(_, name) {
      if (quiet.has(name)) return () => undefined;
      const value = Reflect.get(open(), name);
      return typeof value === "function" ? value.bind(open()) : value;
    },
  });
}
