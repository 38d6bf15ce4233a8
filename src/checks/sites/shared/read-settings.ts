import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { SiteContext } from "../../model/site.ts";

/** A configuration as data, with its keys in lower case. */
export type Settings = Readonly<Record<string, unknown>>;

const bytesMax = 1024 * 1024;

/** Parses TOML, YAML or JSON, by the file's name; null if it cannot be read. Nothing in it is executed. */
export async function readSettings({ read }: SiteContext, path: string): Promise<Settings | null> {
  const bytes = await read(path);
  if (bytes.length > bytesMax) return null;
  const text = bytes.toString("utf8");
  try {
    const isToml = posix.extname(path) === ".toml";
    const data: unknown = isToml
      ? parseToml(text)
      : parseYaml(text, { logLevel: "silent", maxAliasCount: 100 });
    const lower = lowerKeys(data ?? {}, 0);
    return isSettings(lower) ? lower : null;
  } catch {
    return null;
  }
}

/** Returns the value below nested keys; `undefined` if one is missing. */
export function settingAt(settings: unknown, ...keys: readonly string[]): unknown {
  let value = settings;
  for (const key of keys) value = isSettings(value) ? value[key] : undefined;
  return value;
}

export function textAt(settings: unknown, ...keys: readonly string[]): string | null {
  const value = settingAt(settings, ...keys);
  return typeof value === "string" ? value : null;
}

export function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function lowerKeys(value: unknown, depth: number): unknown {
  if (depth > 50) return null;
  if (Array.isArray(value)) return value.map((item) => lowerKeys(item, depth + 1));
  if (!isSettings(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toLowerCase(), lowerKeys(item, depth + 1)]),
  );
}
