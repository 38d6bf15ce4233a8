import type { Site } from "../model/site.ts";
import { mayHaveAnchor } from "../pages/page-anchors.ts";
import type { Finding } from "../types.ts";

/** Possible repairs of a target: one certain text, or several candidates. */
export type Repair =
  | { kind: "certain"; text: string; because: string }
  | { kind: "several"; texts: string[] }
  | null;

/** Nobody links to the whole page that they are on: what such a link meant is elsewhere, or gone. */
export function mayBeCertain(
  site: Site,
  from: string,
  { page, hash }: { page: string; hash: string },
): boolean {
  return mayHaveAnchor(site, page, hash) && (page !== from || hash !== "");
}

export function repairFields(old: string, repair: Repair): Pick<Finding, "suggestion" | "candidates"> {
  if (repair === null) return {};
  if (repair.kind === "several") {
    // A path from the page's file is none where addresses count from elsewhere.
    const candidates = repair.texts.filter((text) => text !== old);
    return candidates.length === 0 ? {} : { candidates };
  }
  return repair.text === old ? {} : { suggestion: { old, new: repair.text, because: repair.because } };
}
