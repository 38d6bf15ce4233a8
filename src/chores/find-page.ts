import { pageExtension } from "../text/page-path.ts";
import { callOne, type Steps, type ToolAnswer } from "./chore.ts";
import { gatherAll } from "./gather-items.ts";
import { filesSource } from "./list-sources.ts";
import { isEditablePage } from "./page-paths.ts";

/**
 * Finds the page that a path names; a path without extension must match exactly one page. Otherwise `path` is
 * null, and `possible` lists the candidates.
 */
export function* findPage(path: string): Steps<{ path: string | null; possible: string[] }> {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const listing = yield* callOne("list", folder === "" ? {} : { path: folder });
  const files = listing.ok ? yield* listFolder(folder, listing) : [];
  if (files.includes(path)) return { path, possible: [] };
  const possible = files.filter((file) => file.replace(pageExtension, "") === path);
  return possible.length === 1 ? { path: possible[0]!, possible: [] } : { path: null, possible };
}

function* listFolder(folder: string, listing: ToolAnswer): Steps<string[]> {
  const source = filesSource("");
  const call = (offset: number) => ({
    name: "list",
    input: { ...(folder !== "" && { path: folder }), ...(offset > 0 && { offset }) },
  });
  const first = source.take(listing, 0);
  if (first === null) return [];
  const names =
    first.items.length === first.total ? first.items : (yield* gatherAll({ ...source, call })).items;
  return names.map((name) => (folder === "" ? name : `${folder}/${name}`)).filter(isEditablePage);
}
