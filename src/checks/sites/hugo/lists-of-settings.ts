import { isSettings, type Settings, settingAt } from "../shared/read-settings.ts";

export function importsOf(settings: Settings): Settings[] {
  return tablesOf(settingAt(settings, "module", "imports"));
}

/** Hugo takes a single table for a list of one. */
export function tablesOf(value: unknown): Settings[] {
  return (Array.isArray(value) ? value : [value]).filter(isSettings);
}

/** Hugo takes a single text for a list of one. */
export function listOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
