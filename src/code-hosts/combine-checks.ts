/** The newest commit of a pull request's branch. */
export interface CheckedCommit {
  number: number;
  branch: string;
  commit: string;
}

/** Combined state of all checks of a commit; `none` also if all were skipped. */
export type CheckState = "green" | "pending" | "failed" | "none";

/**
 * Combines the states of all checks: any failure wins, then any unfinished check; skipped ones are ignored.
 */
export function combineChecks(states: readonly CheckState[]): CheckState {
  for (const state of ["failed", "pending", "green"] as const) if (states.includes(state)) return state;
  return "none";
}
