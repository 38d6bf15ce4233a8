/** The newest commit of a pull request's branch. */
export interface CheckedCommit {
  number: number;
  branch: string;
  commit: string;
}

/** Of all checks of a commit together; `none` also where all were skipped. */
export type CheckState = "green" | "pending" | "failed" | "none";

/** One state of all checks: a failure decides, then one that has not ended; skipped ones say nothing. */
export function combineChecks(states: readonly CheckState[]): CheckState {
  for (const state of ["failed", "pending", "green"] as const) if (states.includes(state)) return state;
  return "none";
}
