import type { Place } from "../../model/place.ts";
import { itemsOf, type ScriptValue } from "../script/script-values.ts";

const names: ReadonlySet<string> = new Set(["id", "path", "routeBasePath"]);

/** Returns where presets and plugins name themselves and their folders, which may be called like a page. */
export function placesOfOptions(config: ScriptValue): Place[] {
  const found: Place[] = [];
  for (const key of ["presets", "plugins"]) for (const one of itemsOf(config, key)) walk(found, one);
  return found;
}

function walk(found: Place[], value: ScriptValue): void {
  if (value.kind === "list") for (const item of value.items) walk(found, item);
  if (value.kind !== "object") return;
  for (const [key, one] of value.members) {
    if (one.kind !== "value") walk(found, one);
    else if (names.has(key) && typeof one.value === "string") found.push(one.place);
  }
}
