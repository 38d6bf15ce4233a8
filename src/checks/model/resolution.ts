import type { TargetParts } from "../links/split-target.ts";

/** What a link target names. `wanted` are the repository paths that were looked for, the likeliest first. */
export type Resolution =
  | { kind: "skipped" }
  | { kind: "page"; path: string; parts: TargetParts }
  | { kind: "file"; path: string; parts: TargetParts }
  | { kind: "redirect"; to: string; page: string | null; wanted: string[]; parts: TargetParts }
  | { kind: "generated"; parts: TargetParts }
  | { kind: "missing"; wanted: string[]; parts: TargetParts }
  /**
   * It cannot be known where it leads; `guesses` are the files that it may lead to. `isOutside`: to something
   * above the site, counted from the page's place.
   */
  | { kind: "unjudged"; isOutside?: true; guesses: string[]; parts: TargetParts };

/** Returns the page whose ids the link's `#…` names; browsers keep it over a redirect without one. */
export function anchoredPage(resolution: Resolution): string | null {
  if (resolution.kind === "page") return resolution.path;
  return resolution.kind === "redirect" && !resolution.to.includes("#") ? resolution.page : null;
}
