import type { NavigationEntry } from "../../model/site.ts";
import type { ScriptValue } from "../script/read-script.ts";

const placesMax = 20_000;

/** Returns the links of sidebars and menus that the configuration holds as text; null if there are none. */
export function readEntries(root: ScriptValue, docsRoot: string): NavigationEntry[] | null {
  const entries: NavigationEntry[] = [];
  const walk = (value: ScriptValue | undefined, base: string): void => {
    if (value === undefined || entries.length > placesMax) return;
    if (value.kind === "list") for (const item of value.items) walk(item, base);
    if (value.kind !== "object") return;
    const own = value.members.get("base");
    // An item's base precedes the links below it: their text alone names no page.
    if (own !== undefined) return;
    for (const [key, one] of value.members) {
      if (key !== "link" || one.kind !== "value" || typeof one.value !== "string") walk(one, base);
      else if (one.value.startsWith("/") && !isOtherFile(one.value))
        entries.push({ target: one.value, place: one.place });
    }
  };
  const themes = [memberOf(root, "themeConfig")];
  const locales = memberOf(root, "locales");
  if (locales?.kind === "object")
    for (const locale of locales.members.values()) themes.push(memberOf(locale, "themeConfig"));
  for (const theme of themes) {
    walk(memberOf(theme, "nav"), docsRoot);
    walk(memberOf(theme, "sidebar"), docsRoot);
  }
  return entries.length === 0 ? null : entries;
}

/** A feed or a text that a plugin may write. */
function isOtherFile(target: string): boolean {
  return /\.(?!(?:md|html)$)[a-z]\w*$/i.test(target.replace(/[?#].*$/s, ""));
}

function memberOf(value: ScriptValue | undefined, key: string): ScriptValue | undefined {
  return value?.kind === "object" ? value.members.get(key) : undefined;
}
