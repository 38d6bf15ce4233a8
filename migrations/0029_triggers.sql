-- What starts jobs by itself: schedules, and what others tell.

create table triggers (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('schedule', 'source_change', 'release', 'mention', 'page_feedback')),
  -- By kind.
  settings jsonb not null,
  -- Templates over the event.
  prompt text not null,
  topic text not null,
  enabled boolean not null default true,
  -- How long further events are waited for that the same job is about.
  window_seconds integer not null default 0,
  -- In a month of UTC: {maxJobs, maxCostUsd}.
  budget jsonb not null default '{}',
  -- Sealed; deliveries are signed with it. Null for schedules.
  secret text,
  -- When the schedule is due.
  next_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (project_id, name)
);
create index triggers_due on triggers (next_at) where next_at is not null and enabled;

-- Nothing starts by itself in such a project.
alter table projects add column triggers_stopped_at timestamptz;

-- A job that a trigger asks for: exactly one create, under the run's id as its idempotency key.
create table trigger_runs (
  id text primary key,
  trigger_id text not null references triggers (id) on delete cascade,
  -- The body of the create.
  body jsonb not null,
  state text not null default 'due' check (state in ('due', 'started', 'joined', 'refused')),
  note text not null default '',
  job_id text,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index trigger_runs_due on trigger_runs (due_at) where state = 'due';
create index trigger_runs_month on trigger_runs (trigger_id, created_at);

-- What was told, and what came of it.
create table trigger_events (
  id bigint generated always as identity primary key,
  trigger_id text not null references triggers (id) on delete cascade,
  delivery_id text not null,
  event jsonb not null,
  topic text not null default '',
  -- waiting → taken (by a run), or ignored, refused.
  state text not null check (state in ('waiting', 'taken', 'ignored', 'refused')),
  note text not null default '',
  run_id text references trigger_runs (id) on delete set null,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  -- The same delivery never counts twice.
  unique (trigger_id, delivery_id)
);
create index trigger_events_due on trigger_events (due_at) where state = 'waiting';
create index trigger_events_newest on trigger_events (trigger_id, id desc);

insert into chores (name, every) values ('triggers', '2 seconds');
