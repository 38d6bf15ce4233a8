import { posix } from "node:path";
import { findLineStarts } from "../../markdown/page-state.ts";
import { keepDot } from "../links/keep-dot.ts";
import type { Site } from "../model/site.ts";
import { importFolder, modulesOf, plainSource } from "../pages/find-imports.ts";
import { findImport } from "../pages/page-anchors.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";

/** Imports of MDX follow a move: those of the moved file, and those that name it, which are told. */
export async function rewriteImports(
  site: Site,
  edits: EditCollection,
  from: string,
  to: string,
): Promise<InboundLink[]> {
  const followed: InboundLink[] = [];
  const moved = site.pages.get(from);
  const [before, after] = [from, to].map((path) => importFolder(site, { path, facts: moved }));
  for (const [path, facts] of site.pages) {
    const rewritten = modulesOf(site, path, facts).flatMap((place) => {
      const text =
        path === from ? rebase(place.name, before!, after!) : follow(site, path, place.name, { from, to });
      return text === null || text === place.name ? [] : [{ ...place, text }];
    });
    if (rewritten.length === 0) continue;
    const lineStarts = findLineStarts((await site.read(path)).toString("utf8"));
    for (const { name, line, column, text } of rewritten) {
      const start = lineStarts[line - 1]! + column - 1;
      edits.add(path, { start, end: start + name.length, text }, "import");
      followed.push({ path, line, target: name });
    }
  }
  return followed;
}

function rebase(name: string, before: string, after: string): string | null {
  if (!/^\.\.?\//.test(name)) return null;
  return `${relativeTo(after, posix.join(before, pathOf(name)))}${name.slice(pathOf(name).length)}`;
}

/** Null: it names something else, or nothing that is named as before is there. */
function follow(
  site: Site,
  path: string,
  name: string,
  { from, to }: { from: string; to: string },
): string | null {
  const written = pathOf(name);
  const isRelative = /^\.\.?\//.test(written);
  const folder = importFolder(site, { path, facts: site.pages.get(path) });
  const named = isRelative ? posix.join(folder, plainSource(written)) : findImport(site, path, written);
  if (named !== from) return null;
  const rest = name.slice(written.length);
  if (isRelative) return relativeTo(folder, to) + rest;
  const roots = ["/", ...Object.keys(site.configuration.importRoots)];
  const root = roots.find((one) => written.startsWith(one));
  if (root === undefined) return null;
  const below = posix.relative(findImport(site, path, root)!, to);
  return below.startsWith("../") ? null : root + below + rest;
}

function relativeTo(folder: string, path: string): string {
  return keepDot(posix.relative(folder, path), { rawPath: "./" });
}

/** Without what tells the build tool how to read the file. */
function pathOf(name: string): string {
  return /^[^?!]*/.exec(name)![0];
}
