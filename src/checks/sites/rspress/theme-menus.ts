import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import { isWritten, isWrittenText, type ScriptValue, writtenMember } from "../script/script-values.ts";

const entriesMax = 20_000;

export interface ThemeMenus {
  entries: NavigationEntry[];
  /** Texts that say on which pages a menu is shown, or an entry is marked. */
  patterns: Place[];
  /** Whether every menu is written out. */
  areWritten: boolean;
}

/** Returns the links of the menus that the configuration holds; null if files beside the pages hold them. */
export function readThemeMenus(root: ScriptValue): ThemeMenus | null {
  const theme = writtenMember(root, "themeConfig");
  const locales = writtenMember(theme, "locales");
  const languages = locales?.kind === "list" ? locales.items : [];
  const menusOf = (holder: ScriptValue | undefined) =>
    ["nav", "sidebar"].map((name) => writtenMember(holder, name)).filter((one) => one !== undefined);
  if (menusOf(theme).length === 0 && menusOf(languages[0]).length === 0) return null;
  const menus: ThemeMenus = { entries: [], patterns: [], areWritten: true };
  for (const menu of [theme, ...languages].flatMap(menusOf)) {
    menus.areWritten &&= isWritten(menu);
    if (menu.kind === "object")
      for (const { path, start, end, line, column } of menu.places.values())
        menus.patterns.push({ path, start, end, line, column });
    // Sidebars by their folders, and bars by versions.
    for (const list of menu.kind === "object" ? menu.members.values() : [menu]) walk(list, menus);
  }
  return menus;
}

function walk(list: ScriptValue, menus: ThemeMenus): void {
  if (list.kind !== "list") return;
  for (const item of list.items) {
    const link = writtenMember(item, "link") ?? item;
    const isLink = isWrittenText(link) && /^\/(?!\/)/.test(link.value) && menus.entries.length < entriesMax;
    if (isLink)
      menus.entries.push({
        ...{ target: link.value, place: link.place },
        ...(link.kind === "joined" && { prefix: link.prefix }),
      });
    const pattern = writtenMember(item, "activeMatch");
    if (pattern !== undefined && isWrittenText(pattern)) menus.patterns.push(pattern.place);
    const items = writtenMember(item, "items");
    if (items !== undefined) walk(items, menus);
  }
}
