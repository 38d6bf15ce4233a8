import type { PageLink } from "../../markdown/page-scan.ts";
import type { Resolution } from "../model/resolution.ts";
import type { PagesBeside, Site } from "../model/site.ts";
import { isIncluded } from "./resolve-include.ts";
import { splitTarget } from "./split-target.ts";

/** A code host knows Markdown and HTML alone. */
export function resolveOnHost(
  site: Site,
  { resolve }: PagesBeside,
  { from, target, kind }: { from: string; target: string; kind: PageLink["kind"] },
): Resolution {
  const parts = /^(?:link|definition|href|image|src)$/.test(kind) ? splitTarget(target) : null;
  if (parts === null) return { kind: "skipped" };
  if (parts.rawPath === "") return { kind: "page", path: from, parts };
  const found = resolve(site, from, parts, kind);
  // A file that a change takes away is gone for whoever shows the page.
  const isNew = found.kind === "missing" && !found.wanted.some((path) => site.filesBefore.has(path));
  const isOpen = isNew && isIncluded(site, from);
  return isOpen ? { kind: "unjudged", guesses: [], parts } : found;
}
