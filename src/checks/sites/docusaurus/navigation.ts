import type { NavigationEntry, SiteContext } from "../../site.ts";
import { readScript, type ScriptValue } from "../script/read-script.ts";
import type { Sidebar } from "./read-plugins.ts";

const lists = /^(?:items|link)$/;

/** The pages that written sidebars name; none when a part of them is computed. */
export async function readEntries(
  context: SiteContext,
  sidebars: readonly Sidebar[],
): Promise<{ entries: NavigationEntry[]; readFrom: string[] }> {
  const entries: NavigationEntry[] = [];
  const readFrom: string[] = [];
  for (const { path } of sidebars) {
    if (!context.files.has(path)) continue;
    const read = await readScript(context, path);
    readFrom.push(...read.readFrom);
    if (read.value.kind !== "object") continue;
    for (const sidebar of read.value.members.values()) walk(entries, sidebar);
  }
  return { entries, readFrom };
}

function walk(entries: NavigationEntry[], value: ScriptValue): void {
  if (value.kind === "value") add(entries, value);
  if (value.kind === "list") for (const item of value.items) walk(entries, item);
  if (value.kind !== "object") return;
  const type = value.members.get("type");
  const kind = type?.kind === "value" ? type.value : null;
  if (kind === "doc" || kind === "ref") {
    const id = value.members.get("id");
    if (id?.kind === "value") add(entries, id);
    return;
  }
  for (const [key, one] of value.members) {
    // Without a type, `{ Title: [pages] }` is a category.
    const isPages = type === undefined ? one.kind !== "value" : lists.test(key) && one.kind !== "value";
    if (isPages) walk(entries, one);
  }
}

function add(entries: NavigationEntry[], { value, place }: Extract<ScriptValue, { kind: "value" }>): void {
  if (typeof value === "string") entries.push({ target: value, place });
}
