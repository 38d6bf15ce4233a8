/**
 * SQL: the active jobs of all projects, at a cost that does not depend on how many have ended. Each part
 * has a partial index of its own; a running job has a worker.
 */
export const activeJobs = `(
  select * from jobs where worker_id is not null and status = 'active'
  union all select * from jobs where status = 'active' and reason = 'queued' and worker_id is null
  union all select * from jobs where status = 'active' and reason = 'waiting_capacity' and worker_id is null)`;
