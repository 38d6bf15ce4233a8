/** Numbers of all advisory locks. Those for creating jobs and for workers also appear in migrations. */
export const advisoryLocks = {
  /** Held by the process that migrates, while others start at the same time. */
  migrate: 7300,
  /** With a worker's `lock_id`: held while its session is open. */
  worker: 7301,
  /** With a project's id: guards what its limits count. `create_jobs` takes it as well. */
  projectUses: 7302,
  /** With a project's id: deliveries of its host are stored one after the other. */
  deliveries: 7304,
  /** With a job's id: guards its daily places for feedback. */
  feedbackPlaces: 7305,
  /** Numbers the entries of the audit log one transaction after the other, at its end (trigger of 0022). */
  audit: 7306,
} as const;

/** Returns SQL that takes the lock for `$1`, a text, until the transaction ends. */
export function lockFor(name: "projectUses" | "deliveries" | "feedbackPlaces"): string {
  return `select pg_advisory_xact_lock(hashtextextended($1, ${advisoryLocks[name]}))`;
}
