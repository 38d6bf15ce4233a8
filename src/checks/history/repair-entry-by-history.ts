import { posix } from "node:path";
import { trimCharacters } from "../../text/trim-characters.ts";
import { findEntryPage } from "../changes/find-entry-page.ts";
import type { NavigationEntry } from "../model/navigation-entry.ts";
import type { Site } from "../model/site.ts";
import { renderEntry } from "../repairs/repair-entry.ts";
import type { Finding } from "../types.ts";
import { followTarget } from "./follow-target.ts";
import type { GitHistory } from "./git-history.ts";

/** Returns the text by which an entry names the page that moved away; "keep" if it is not known. */
export async function repairEntryByHistory(
  site: Site,
  history: GitHistory,
  { path, line, column, target }: Finding,
): Promise<Pick<Finding, "suggestion"> | "keep"> {
  const entry = site.configuration.entries.find(
    ({ place, ...one }) =>
      one.target === target && place.path === path && place.line === line && place.column === column,
  );
  if (entry === undefined) return "keep";
  const bare = trimCharacters(entry.target.replace(/[?#].*$/s, "").replace(/^\.\//, ""), "/");
  const ends = await followTarget(site, history, [posix.join(site.configuration.docsRoot, bare)]);
  const [moved = null] = ends;
  if (ends.size !== 1 || moved === null || !site.pages.has(moved)) return "keep";
  const text = renderEntry(site, entry, { path: moved, facts: site.pages.get(moved) });
  if (text === null || findEntryPage(site, wholeOf(entry, text)) !== moved) return "keep";
  const old = entry.target.slice(entry.prefix?.length ?? 0);
  return { suggestion: { old, new: text, because: "moved in git" } };
}

function wholeOf({ prefix = "", mayBeWhole }: NavigationEntry, text: string): string {
  return mayBeWhole === true && text.startsWith("/") ? text : prefix + text;
}
