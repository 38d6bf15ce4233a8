/** The numbers of all advisory locks. Those of jobs' creation and of workers stand in migrations too. */
export const advisoryLocks = {
  /** All processes that start at once. */
  migrate: 7300,
  /** With the `lock_id` of a worker: held for as long as its session lives. */
  worker: 7301,
  /** With a project's id: what its limits count. `create_jobs` takes it as well. */
  projectUses: 7302,
  /** With a project's id: what its host tells is stored one after the other. */
  deliveries: 7304,
  /** With a job's id: its places of the day for feedback. */
  feedbackPlaces: 7305,
  /**
   * Entries of the audit log get their numbers one transaction after the other, at its end (trigger of 0022).
   */
  audit: 7306,
} as const;

/** Takes the lock for `$1`, a text, until the transaction ends. */
export function lockFor(name: "projectUses" | "deliveries" | "feedbackPlaces"): string {
  return `select pg_advisory_xact_lock(hashtextextended($1, ${advisoryLocks[name]}))`;
}
