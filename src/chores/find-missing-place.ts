import { distance } from "../text/distance.ts";
import { collectFolders } from "../text/folders-of.ts";
import { pageExtension, pagesGlob } from "../text/page-path.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import { uneditedFormat } from "../text/unedited-format.ts";
import { callOne, type Steps } from "./chore.ts";
import { findPage } from "./find-page.ts";
import { gatherAll } from "./gather-items.ts";
import type { Instruction } from "./instruction.ts";
import { filesSource } from "./list-sources.ts";
import { isEditablePage } from "./page-paths.ts";
import { nameSome } from "./write-finish.ts";

const nearestMax = 3;

/** Returns why the first instruction with a missing folder or page cannot be carried out, or null. */
export function* findMissingPlace(instructions: readonly Instruction[]): Steps<string | null> {
  const isMoved = (at: number) => instructions.slice(0, at).some(({ kind }) => kind === "move");
  for (const [at, instruction] of instructions.entries()) {
    // An earlier move may create what a later instruction names.
    if (isMoved(at)) return null;
    const why =
      instruction.kind === "move"
        ? yield* checkPage(instruction.from, { mayBeFolder: true })
        : instruction.kind === "delete"
          ? yield* checkPage(instruction.path)
          : instruction.scope === null
            ? null
            : yield* checkScope(instruction.scope);
    if (why !== null) return `${why} Nothing was changed.`;
  }
  return null;
}

/** `mayBeFolder`: whether a path without an extension does not say that a page is meant. */
function* checkPage(path: string, { mayBeFolder = false } = {}): Steps<string | null> {
  const found = yield* findPage(path);
  if (found.path === path || (found.path !== null && !mayBeFolder)) return null;
  if (found.path !== null) {
    const choice = `\`${path}\` can be the page \`${found.path}\` or a folder`;
    return (yield* callOne("list", { path })).ok ? `${choice}: give the extension.` : null;
  }
  if (found.possible.length > 1) {
    const choice = found.possible.map((file) => `\`${file}\``).join(" or ");
    return `\`${path}\` can be ${choice}: give the extension.`;
  }
  const folder = trimEndCharacters(path, "/");
  if (folder !== "" && (yield* callOne("list", { path: folder })).ok)
    return `\`${folder}\` is a folder, and pages are moved and deleted one by one: name each of its pages.`;
  const format = uneditedFormat(path);
  if (format !== null) return `\`${path}\` is ${format}, which is not edited yet.`;
  return `There is no page \`${path}\` in this repository.${yield* suggestNearest(path, "pages")}`;
}

function* checkScope(scope: string): Steps<string | null> {
  if (/[*?{]/.test(scope)) {
    const { items } = yield* gatherAll(filesSource(scope));
    return items.length > 0 ? null : `No file matches \`${scope}\` in this repository.`;
  }
  const folder = trimEndCharacters(scope, "/");
  const listing = yield* callOne("list", { path: folder });
  if (listing.ok) return null;
  const { path, possible } = yield* findPage(folder);
  if (path !== null || possible.length > 0) return null;
  return `There is no folder or page \`${scope}\` in this repository.${yield* suggestNearest(folder, "both")}`;
}

/**
 * Suggests folders with pages, and pages: those of the same name elsewhere, else those with a similar name.
 */
function* suggestNearest(wanted: string, kind: "pages" | "both"): Steps<string> {
  const { items } = yield* gatherAll(filesSource(pagesGlob));
  const pages = items.filter(isEditablePage);
  const known = kind === "pages" ? pages : [...collectFolders(pages), ...pages];
  const name = nameOf(wanted);
  const sameName = known.filter((path) => nameOf(path) === name);
  const max = Math.min(3, Math.floor(name.length / 3));
  const near =
    sameName.length > 0 ? sameName : known.filter((path) => distance(nameOf(path), name, max) <= max);
  if (near.length === 0) return "";
  return ` Did you mean ${nameSome(
    near.map((path) => `\`${path}\``),
    nearestMax,
  )}?`;
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(pageExtension, "")
    .toLowerCase();
}
