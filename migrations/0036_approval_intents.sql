-- runs-beside: 0032_policy_of_jobs.sql
-- Approvals that somebody is about to ask a code host for. Whoever then sees that the host counts more of them, also after a process
-- that died in between, writes the audit entry in the same statement.
create table approval_intents (
  id uuid primary key default gen_random_uuid(),
  job_id text not null references jobs on delete cascade,
  project_id text not null references projects on delete cascade,
  head_commit text not null,
  -- What the host counted before.
  approvals integer not null,
  author jsonb not null,
  from_address text,
  subject jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index approval_intents_job on approval_intents (job_id);
create index approval_intents_project on approval_intents (project_id);
