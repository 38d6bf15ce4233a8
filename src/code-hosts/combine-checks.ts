import type { CheckState } from "./types.ts";

/** One state of all checks: a failure decides, then one that has not ended; skipped ones say nothing. */
export function combineChecks(states: readonly CheckState[]): CheckState {
  for (const state of ["failed", "pending", "green"] as const) if (states.includes(state)) return state;
  return "none";
}
