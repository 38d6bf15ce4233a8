-- runs-beside: 0032_policy_of_jobs.sql
-- Channels of Slack in which people ask for jobs of a project.
create table slack_connections (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  team_id text not null,
  team_name text not null,
  channel_id text not null,
  -- Who is mentioned.
  bot_user_id text not null,
  -- Sealed: {botToken, signingSecret}.
  secrets text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (team_id, channel_id)
);
create index slack_connections_of_project on slack_connections (project_id);

-- What Slack told, stored before it is answered.
create table slack_events (
  id bigint generated always as identity primary key,
  connection_id text not null references slack_connections (id) on delete cascade,
  -- The message or the click that it is about: told again it is the same.
  key text not null,
  thread_ts text not null,
  event jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  note text not null default '',
  -- It is done, and this is to be said about it.
  answer text,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  unique (connection_id, key)
);
create index slack_events_due on slack_events (due_at) where state = 'waiting';
create index slack_events_of_thread on slack_events (connection_id, thread_ts) where state = 'waiting';

-- A thread is a job.
create table slack_threads (
  connection_id text not null references slack_connections (id) on delete cascade,
  thread_ts text not null,
  job_id text not null references jobs (id) on delete cascade,
  -- The key of the message that it began with.
  begun_by text not null,
  -- The last turn whose end was said in the thread.
  told_turn integer not null default 0,
  -- Another look at what could not be said.
  due_at timestamptz not null default clock_timestamp(),
  primary key (connection_id, thread_ts)
);
create index slack_threads_of_jobs on slack_threads (job_id);

-- What was said in a thread, reserved before it is: whoever finds an old reservation looks in the thread first.
create table slack_posts (
  connection_id text not null references slack_connections (id) on delete cascade,
  key text not null,
  reserved_at timestamptz not null default clock_timestamp(),
  posted_ts text,
  primary key (connection_id, key)
);

insert into chores (name, every) values ('slack', '2 seconds');
