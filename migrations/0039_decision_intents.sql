-- runs-beside: 0032_policy_of_jobs.sql
-- What somebody is about to decide about a pull request, written before the code host is asked. Whoever then records the new state,
-- also after a process that died in between, writes the audit entry in the same statement.
create table decision_intents (
  job_id text not null primary key references jobs on delete cascade,
  project_id text not null references projects on delete cascade,
  state text not null,
  author jsonb not null,
  from_address text,
  subject jsonb not null,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index decision_intents_project on decision_intents (project_id);
