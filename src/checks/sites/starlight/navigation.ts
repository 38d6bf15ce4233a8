import type { NavigationEntry } from "../../model/navigation-entry.ts";
import { computed, isWritten, itemsOf, member, type ScriptValue } from "../script/script-values.ts";

export interface Sidebar {
  entries: NavigationEntry[];
  /** Targets that are addresses, which need no page in the content. */
  links: ReadonlySet<string>;
  /** Whether all of it is written out. */
  isWritten: boolean;
}

/** Has a sidebar for each of the topics that it is given. */
const topicsPlugin = "starlight-sidebar-topics";

/** Returns the slugs and internal links of the sidebars, as far as their text shows them. */
export function readSidebar(options: ScriptValue | undefined): Sidebar {
  const sidebar = member(options, "sidebar");
  const found = { slugs: [] as NavigationEntry[], links: [] as NavigationEntry[] };
  if (sidebar !== undefined && sidebar !== computed) walk(found, sidebar);
  for (const one of options === undefined ? [] : itemsOf(options, "plugins"))
    if (one.kind === "call" && one.source === topicsPlugin && one.inputs[0]) walk(found, one.inputs[0]);
  const slugs = new Set(found.slugs.map(({ target }) => target));
  const links = found.links.map(({ target }) => target).filter((target) => !slugs.has(target));
  const { slugs: own, links: others } = found;
  return { entries: [...own, ...others], links: new Set(links), isWritten: isWritten(sidebar) };
}

function walk(found: Record<"slugs" | "links", NavigationEntry[]>, value: ScriptValue): void {
  if (value.kind === "value") add(found.slugs, value);
  if (value.kind === "list") for (const item of value.items) walk(found, item);
  if (value.kind !== "object") return;
  const [slug, link] = [value.members.get("slug"), value.members.get("link")];
  if (slug?.kind === "value") add(found.slugs, slug);
  if (link?.kind === "value") add(found.links, link);
  const items = value.members.get("items");
  if (items !== undefined) walk(found, items);
}

function add(entries: NavigationEntry[], { value, place }: Extract<ScriptValue, { kind: "value" }>): void {
  if (typeof value === "string" && !/^[a-z]+:|^#/i.test(value)) entries.push({ target: value, place });
}
