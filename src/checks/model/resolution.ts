import type { PageLink } from "../../markdown/page-scan.ts";
import type { TargetParts } from "../links/split-target.ts";

/**
 * What a link target names. `wanted` are the repository paths that were looked for, the likeliest first.
 * `ofLink` is the kind of the link, set by `resolveLink`.
 */
export type Resolution =
  | { kind: "skipped" }
  | { kind: "page"; path: string; parts: TargetParts }
  | { kind: "file"; path: string; parts: TargetParts }
  | { kind: "redirect"; to: string; page: string | null; wanted: string[]; parts: TargetParts }
  | { kind: "generated"; parts: TargetParts }
  | { kind: "missing"; wanted: string[]; parts: TargetParts; ofLink?: PageLink["kind"] }
  /**
   * It cannot be known where it leads; `guesses` are the files that it may lead to. `isOutside`: to something
   * above the site, counted from the page's place.
   */
  | { kind: "unjudged"; isOutside?: true; guesses: string[]; parts: TargetParts };

export function unjudged(parts: TargetParts): Resolution {
  return { kind: "unjudged", guesses: [], parts };
}

/** Returns the page whose ids the link's `#…` names; browsers keep it over a redirect without one. */
export function anchoredPage(resolution: Resolution): { path: string; hash: string } | null {
  if (resolution.kind !== "page" && resolution.kind !== "redirect") return null;
  const { hash } = resolution.parts;
  if (resolution.kind === "page") return { path: resolution.path, hash };
  return resolution.page === null || resolution.to.includes("#") ? null : { path: resolution.page, hash };
}
