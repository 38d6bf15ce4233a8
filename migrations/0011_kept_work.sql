-- Work that nobody has handed in, and follow-ups that failed.

alter table jobs
  -- The work that the log holds above this number is in no patch yet: a worker writes one; null when there is none.
  add column patch_seq integer,
  add column patch_due_at timestamptz,
  add column patch_tries integer not null default 0;
create index jobs_worker on jobs (worker_id) where worker_id is not null;
create index jobs_patch_due on jobs (patch_due_at) where patch_seq is not null;

-- When the pull request heard that the follow-up failed.
alter table host_feedback add column failure_told_at timestamptz;
create index host_feedback_untold on host_feedback (due_at) where state = 'done' and failure_told_at is null;
