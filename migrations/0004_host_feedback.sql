-- What code hosts tell by themselves, and what comes of it.

create table host_deliveries (
  project_id text not null references projects (id) on delete cascade,
  delivery_id text not null,
  -- Hosts sign the body but not always the delivery's id: what is sent again under another id is told by this.
  body_hash bytea not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (project_id, delivery_id)
);
create unique index host_deliveries_body on host_deliveries (project_id, body_hash);
create index host_deliveries_age on host_deliveries (project_id, received_at);

-- Comments and failed checks that may become follow-ups.
create table host_feedback (
  id integer generated always as identity primary key,
  project_id text not null references projects (id) on delete cascade,
  job_id text not null references jobs (id) on delete cascade,
  -- Of the pull request.
  number integer not null,
  kind text not null check (kind in ('comment', 'check_failed')),
  said jsonb not null,
  -- pending → sent (the job has the message) → done (the pull request says so); or refused, dropped, failed.
  state text not null default 'pending' check (state in ('pending', 'sent', 'done', 'refused', 'dropped', 'failed')),
  -- Why it was refused, dropped or failed.
  note text not null default '',
  -- Idempotency key of the message.
  message_key text not null default gen_random_uuid()::text,
  -- The turn that hears the message.
  turn integer,
  -- When it took one of the day's places for automatic follow-ups.
  taken_at timestamptz,
  due_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index host_feedback_due on host_feedback (due_at) where state in ('pending', 'sent');
create index host_feedback_job on host_feedback (job_id, id);
create index host_feedback_age on host_feedback (project_id, created_at);

alter table jobs
  -- When the host was last asked about the pull request, and how often in a row without an answer.
  add column pull_request_checked_at timestamptz,
  add column pull_request_check_failures integer not null default 0,
  -- Since when the recorded state may be an old one: the host is asked.
  add column pull_request_doubted_at timestamptz,
  -- When the branch is to be deleted; null when it is not.
  add column branch_delete_due_at timestamptz,
  add column branch_delete_tries integer not null default 0,
  add column branch_deleted_at timestamptz;

create index jobs_pull_request_number on jobs (project_id, ((pull_request ->> 'number')::integer))
  where pull_request is not null;
create index jobs_pull_request_doubted on jobs (id) where pull_request_doubted_at is not null;
create index jobs_branch_to_delete on jobs (branch_delete_due_at) where branch_delete_due_at is not null;
