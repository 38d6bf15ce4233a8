import type { Finding } from "../types.ts";

/** Possible repairs of a target: one certain text, or several candidates. */
export type Repair =
  | { kind: "certain"; text: string; because: string }
  | { kind: "several"; texts: string[] }
  | null;

export function repairFields(old: string, repair: Repair): Pick<Finding, "suggestion" | "candidates"> {
  if (repair === null) return {};
  if (repair.kind === "several") return { candidates: repair.texts };
  return repair.text === old ? {} : { suggestion: { old, new: repair.text, because: repair.because } };
}
