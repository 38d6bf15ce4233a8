import type { NavigationEntry } from "../../site.ts";
import type { ScriptValue } from "../script/read-script.ts";
import { computed, member } from "../script/script-values.ts";

/** The slugs and inner links of the sidebar, as far as its text tells them. */
export function readEntries(options: ScriptValue | undefined): NavigationEntry[] {
  const sidebar = member(options, "sidebar");
  const entries: NavigationEntry[] = [];
  if (sidebar !== undefined && sidebar !== computed) walk(entries, sidebar);
  return entries;
}

function walk(entries: NavigationEntry[], value: ScriptValue): void {
  if (value.kind === "value") add(entries, value);
  if (value.kind === "list") for (const item of value.items) walk(entries, item);
  if (value.kind !== "object") return;
  for (const key of ["slug", "link"]) {
    const one = value.members.get(key);
    if (one?.kind === "value") add(entries, one);
  }
  const items = value.members.get("items");
  if (items !== undefined) walk(entries, items);
}

function add(entries: NavigationEntry[], { value, place }: Extract<ScriptValue, { kind: "value" }>): void {
  if (typeof value === "string" && !/^[a-z]+:|^#/i.test(value)) entries.push({ target: value, place });
}
