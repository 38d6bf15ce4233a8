import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import {
  isWritten,
  isWrittenText,
  member,
  type ScriptValue,
  type WrittenText,
  writtenMember,
  writtenMembers,
} from "../script/script-values.ts";
import { markShared } from "../shared/mark-shared.ts";
import { fileName } from "./resolve-link.ts";

const entriesMax = 20_000;
/** Members of an entry that say nothing of where it leads. */
const looks = ["text", "collapsed", "collapsible", "target", "rel", "activeMatch"];

/**
 * Returns the links of sidebars and menus that the configuration holds as text. `patterns` say on which pages
 * a sidebar is shown, or an entry is marked.
 */
export function readMenus(root: ScriptValue): {
  entries: NavigationEntry[];
  patterns: Place[];
  /** Whether every menu is written out. */
  areWritten: boolean;
} {
  const entries: NavigationEntry[] = [];
  const patterns: Place[] = [];
  const add = (link: ScriptValue | undefined, base: string | null): void => {
    const entry = base !== null && isWrittenText(link) ? readLink(link, base) : null;
    if (entry !== null && entries.length < entriesMax) entries.push(entry);
  };
  const walkSidebar = (items: ScriptValue | undefined, outer: string | null): void => {
    for (const item of objectsOf(items)) {
      const base = baseOf(item, outer);
      add(writtenMember(item, "link"), base);
      walkSidebar(writtenMember(item, "items"), base);
    }
  };
  const walkMenu = (items: ScriptValue | undefined): void => {
    for (const item of objectsOf(items)) {
      add(writtenMember(item, "link"), "");
      const pattern = writtenMember(item, "activeMatch");
      if (isWrittenText(pattern)) patterns.push(pattern.place);
      walkMenu(writtenMember(item, "items"));
    }
  };
  for (const theme of themesOf(root)) {
    walkMenu(writtenMember(theme, "nav"));
    const sidebar = writtenMember(theme, "sidebar");
    walkSidebar(sidebar, "");
    for (const { path, start, end, line, column } of sidebar?.kind === "object"
      ? sidebar.places.values()
      : [])
      patterns.push({ path, start, end, line, column });
    for (const one of writtenMembers(sidebar))
      if (one.kind === "object") walkSidebar(writtenMember(one, "items"), baseOf(one, ""));
      else walkSidebar(one, "");
    const logo = writtenMember(theme, "logoLink");
    add(writtenMember(logo, "link") ?? logo, "");
  }
  for (const locale of writtenMembers(writtenMember(root, "locales"))) add(writtenMember(locale, "link"), "");
  return { entries: markShared(entries), patterns, areWritten: themesOf(root).every(hasWrittenMenus) };
}

function hasWrittenMenus(theme: ScriptValue | undefined): boolean {
  if (theme === undefined) return true;
  const areWritten = (name: string) => isWritten(member(theme, name), looks);
  return theme.kind === "object" && areWritten("nav") && areWritten("sidebar");
}

function themesOf(root: ScriptValue): (ScriptValue | undefined)[] {
  const further = ["locales", "additionalConfig"].flatMap((name) =>
    writtenMembers(writtenMember(root, name)),
  );
  return [root, ...further].map((one) => writtenMember(one, "themeConfig"));
}

/** An item's own base replaces the one around it; null if it is computed. */
function baseOf(item: ScriptValue, outer: string | null): string | null {
  const own = writtenMember(item, "base");
  if (own === undefined) return item.kind === "object" && item.isOpen ? null : outer;
  if (own.kind !== "value" && own.kind !== "joined") return null;
  return typeof own.value === "string" && own.value !== "" ? own.value : outer;
}

/**
 * The base stands before the link as it is; from 2.0 on, without a second slash between them. Null for what
 * leaves the site, depends on the page that shows it, or names a file that a plugin may write.
 */
function readLink({ value, place, ...link }: WrittenText, base: string): NavigationEntry | null {
  const before = link.kind === "joined" ? link.prefix : "";
  const isDouble = base.endsWith("/") && value.startsWith("/");
  const whole = (isDouble ? base.slice(0, -1) : base) + value;
  if (value === "" || /^(?:[a-z][a-z+.-]*:|\/\/|[#.])/i.test(whole)) return null;
  const isRelative = !whole.startsWith("/");
  const path = whole.replace(/[?#].*$/s, "");
  if (isRelative && /\/$|\.html$/.test(path)) return null;
  if (fileName.test(path)) return null;
  const target = (isRelative ? "/" : "") + whole;
  const written = value.slice(before.length);
  const prefix = target.slice(0, target.length - written.length);
  return { target, place, ...(prefix !== "" && { prefix }) };
}

function objectsOf(value: ScriptValue | undefined): ScriptValue[] {
  return value?.kind === "list" ? value.items.filter(({ kind }) => kind === "object") : [];
}
