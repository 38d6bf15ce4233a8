-- runs-beside: 0032_policy_of_jobs.sql
-- Triggers that look at a context repository by themselves, where nobody sends deliveries.
create table trigger_sources (
  trigger_id text primary key references triggers (id) on delete cascade,
  -- When somebody looked last, and how often in a row that has failed.
  looked_at timestamptz not null,
  failures integer not null default 0,
  -- What was looked at, and the commit of each branch or tag as it was then; null until somebody has.
  repository text,
  refs jsonb
);

-- What such a trigger knows already, whether it was seen or told: whichever comes second starts nothing.
create table trigger_known_events (
  trigger_id text not null references triggers (id) on delete cascade,
  key text not null,
  known_at timestamptz not null default clock_timestamp(),
  primary key (trigger_id, key)
);

insert into chores (name, every) values ('trigger_sources', '5 seconds');
