import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import {
  isWritten,
  isWrittenText,
  type ScriptValue,
  unwrapCall,
  type WrittenText,
  writtenMember,
  writtenMembers,
} from "../script/script-values.ts";

const entriesMax = 20_000;

/**
 * Returns the links of the menus of a theme, and of its languages: texts, `[text, title]`, or objects with a
 * `link` or `path`. `patterns` say on which pages a sidebar is shown.
 */
export function readMenus(theme: ScriptValue): {
  entries: NavigationEntry[];
  patterns: Place[];
  /** Whether every menu is written out. */
  areWritten: boolean;
} {
  const entries: NavigationEntry[] = [];
  const patterns: Place[] = [];
  const holders = [theme, ...writtenMembers(writtenMember(theme, "locales"))];
  for (const holder of holders) {
    for (const name of ["nav", "navbar"]) walk(menuOf(holder, name), "/", entries);
    const sidebar = menuOf(holder, "sidebar");
    if (sidebar?.kind !== "object") {
      walk(sidebar, "/", entries);
      continue;
    }
    for (const { path, start, end, line, column } of sidebar.places.values())
      patterns.push({ path, start, end, line, column });
    for (const [folder, items] of sidebar.members) walk(items, folder, entries);
  }
  const areWritten = holders.every((holder) =>
    ["nav", "navbar", "sidebar"].every((name) => isWritten(menuOf(holder, name))),
  );
  return { entries, patterns, areWritten };
}

/** A theme may have functions that only say of what kind their input is: `sidebar({ … })`. */
function menuOf(holder: ScriptValue, name: string): ScriptValue | undefined {
  const menu = writtenMember(holder, name);
  return menu && unwrapCall(menu, /^(?:\w{1,20}\.)?(?:nav|navbar|sidebar)(?:Config)?$/);
}

function walk(items: ScriptValue | undefined, prefix: string | null, entries: NavigationEntry[]): void {
  if (items?.kind !== "list") return;
  for (const item of items.items) {
    const link =
      item.kind === "list"
        ? item.items[0]
        : (writtenMember(item, "link") ?? writtenMember(item, "path") ?? item);
    const entry = link !== undefined && isWrittenText(link) ? readEntry(link, prefix) : null;
    if (entry !== null && entries.length < entriesMax)
      entries.push(item.kind === "list" ? { ...entry, place: { ...entry.place, isPair: true } } : entry);
    const inner = joinPrefix(prefix, writtenMember(item, "prefix"));
    for (const name of ["children", "items"]) walk(writtenMember(item, name), inner, entries);
  }
}

/** The folder that links below an item count from; null if it is computed. */
function joinPrefix(outer: string | null, own: ScriptValue | undefined): string | null {
  if (own === undefined) return outer;
  if (!isWrittenText(own) || outer === null) return null;
  return own.value.startsWith("/") ? own.value : `${outer.replace(/\/?$/, "/")}${own.value}`;
}

/** Null for what leaves the site, is a heading of the page that shows it, or counts from what is computed. */
function readEntry({ value, place, ...link }: WrittenText, prefix: string | null): NavigationEntry | null {
  if (/^(?:[a-z][a-z+.-]*:|\/\/|[#?])/i.test(value)) return null;
  const before = link.kind === "joined" ? link.prefix : "";
  if (value.startsWith("/")) return { target: value, place, ...(before !== "" && { prefix: before }) };
  if (prefix === null || !prefix.startsWith("/") || before !== "") return null;
  const folder = prefix.replace(/\/?$/, "/");
  return { target: folder + value, place, prefix: folder, mayBeWhole: true };
}
