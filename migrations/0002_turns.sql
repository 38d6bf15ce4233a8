-- Turns, messages and limits.

alter table jobs
  -- Number of the event that opened the current attempt at the current turn: later ones can be repeated by another worker.
  add column turn_seq integer not null default 0,
  -- The prompt of a later turn; the first one's is in "prompt".
  add column turn_prompt text,
  -- Number of the newest message, and of the newest one that the agent was given.
  add column message_seq integer not null default 0,
  add column messages_taken integer not null default 0,
  add column turn_started_at timestamptz,
  -- What was pushed last.
  add column head_commit text,
  -- Names the newest event that a worker wrote: the same write, done again after a lost answer, is told by it.
  add column append_token text;

create index jobs_waiting on jobs (project_id, created_at) where status = 'active';
create index jobs_open_pull_requests on jobs (project_id) where pull_request ->> 'state' = 'open';

alter table workers add column heartbeat_at timestamptz not null default clock_timestamp();

-- Fairness between projects: whose last claim is longest ago comes first.
alter table projects add column last_claim_at timestamptz;

-- Model answers are sent back as they came, to the order of their keys: jsonb would sort them.
alter table job_events alter column data type json using data::json;
