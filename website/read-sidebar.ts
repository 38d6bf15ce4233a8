import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addressOf } from "./page-address.ts";

export interface SidebarItem {
  text: string;
  link?: string;
  items?: SidebarItem[];
  collapsed?: boolean;
}

/** Returns the parts and pages of `docs/SUMMARY.md`, which has the form that mdBook reads. */
export function readSidebar(root: string): SidebarItem[] {
  const parts: SidebarItem[] = [];
  for (const line of readFileSync(join(root, "docs/SUMMARY.md"), "utf8").split("\n")) {
    const part = /^# (.+)$/.exec(line)?.[1];
    if (part !== undefined && part !== "Summary") parts.push({ text: part, collapsed: false, items: [] });
    const page = /^( {0,4})- \[([^\]]+)\]\(([^)]+)\)$/.exec(line);
    const items = parts.at(-1)?.items;
    if (page === null || items === undefined) continue;
    const item = { text: page[2]!, link: addressOf(`docs/${page[3]!}`)! };
    const parent = page[1] === "" ? undefined : items.at(-1);
    if (parent === undefined) items.push(item);
    else {
      parent.collapsed = true;
      parent.items ??= [];
      parent.items.push(item);
    }
  }
  return parts;
}
