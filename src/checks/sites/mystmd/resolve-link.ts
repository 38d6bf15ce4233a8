import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";
import { mystId } from "./heading-ids.ts";

const known = new WeakMap<SiteIndex, ReadonlyMap<string, string | null>>();

/** Labels and headings of all pages → their page; null: several have it. */
function namesOf(site: Site): ReadonlyMap<string, string | null> {
  const found = known.get(site.index);
  if (found !== undefined) return found;
  const names = new Map<string, string | null>();
  for (const path of site.pages.keys())
    for (const name of anchorsOf(site, path)) names.set(name, names.has(name) ? null : path);
  known.set(site.index, names);
  return names;
}

/** `#name` is that of the page, or else of any other one; formulas, figures and notebooks are not read. */
export function resolveMystName(site: Site, from: string, parts: TargetParts, name: string): Resolution {
  const id = mystId(name);
  const page = anchorsOf(site, from).has(id) ? from : namesOf(site).get(id);
  return typeof page === "string" ? { kind: "page", path: page, parts } : unjudged(parts);
}

/** Targets name files by their path, of Markdown and notebooks also without the ending. */
export function resolveMystLink(
  root: string,
  site: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "label")
    return resolveMystName(site, from, { ...parts, isLabel: true }, parts.rawPath + parts.query + parts.hash);
  const { path } = parts;
  const file = path.startsWith("/") ? posix.join(root, path).replace(/^\//, "") : joinFrom(from, path);
  const found = [file, `${file}.md`, `${file}.ipynb`].find((one) => site.files.has(one));
  if (found !== undefined) return { kind: site.pages.has(found) ? "page" : "file", path: found, parts };
  // A label may stand without its `#`.
  if (kind !== "image" && /^[^/#]+$/.test(path) && parts.hash === "" && namesOf(site).has(mystId(path)))
    return resolveMystName(site, from, { ...parts, isLabel: true }, path);
  const isFile = kind === "image" ? !file.includes("*") : /\.(?:md|ipynb)$/.test(file);
  return isFile ? { kind: "missing", wanted: [file], parts } : unjudged(parts);
}

function joinFrom(from: string, path: string): string {
  return posix.join(posix.dirname(from), path).replace(/\/$/, "");
}

/** What no heading has is the label of a formula or a figure, in any spelling. */
export function hasMystName(site: Site, page: string, name: string): boolean {
  return !/^[a-z\d-]+$/.test(name.toLowerCase()) || anchorsOf(site, page).has(mystId(name));
}
