-- Every table lives in the schema "copydesk"; the connection's search_path points there.

create table projects (
  id text primary key,
  name text not null,
  repository text not null,
  ref text,
  host text not null default 'local',
  model text,
  settings jsonb not null default '{}',
  next_pull_request integer not null default 1,
  created_at timestamptz not null default clock_timestamp()
);

create table api_keys (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_project on api_keys (project_id, created_at);

create table jobs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  status text not null check (status in ('active', 'completed', 'archived', 'failed')),
  reason text not null,
  message text not null default '',
  title text,
  prompt text not null,
  mode text not null default 'pull_request' check (mode in ('pull_request', 'preview')),
  as_draft boolean not null default false,
  paths text[] not null default '{}',
  budget jsonb not null default '{}',
  metadata jsonb not null default '{}',
  repository text not null,
  base_ref text,
  base_commit text,
  branch text not null,
  model text not null,
  usage jsonb not null default '{"steps":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costUsd":null}',
  checks jsonb,
  pull_request jsonb,
  patch text,
  event_seq integer not null default 0,
  worker_id text,
  lease text,
  crash_count integer not null default 0,
  -- Each prompt of a job is one turn; the queue entry of a turn is derived from (id, turn).
  turn integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  archived_at timestamptz
);
create index jobs_newest on jobs (project_id, created_at desc, id desc);
create index jobs_active_worker on jobs (worker_id) where status = 'active';

create table job_events (
  job_id text not null references jobs (id) on delete cascade,
  seq integer not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  data jsonb not null,
  primary key (job_id, seq)
);

-- One row per accepted use; the rolling limit counts rows of the last hour under an advisory lock.
create table rate_uses (
  project_id text not null references projects (id) on delete cascade,
  operation text not null,
  used_at timestamptz not null
);
create index rate_uses_window on rate_uses (project_id, operation, used_at);

create table idempotency_keys (
  project_id text not null references projects (id) on delete cascade,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  job_id text not null,
  response jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table pull_requests (
  project_id text not null references projects (id) on delete cascade,
  number integer not null,
  job_id text,
  branch text not null,
  base_ref text not null,
  title text not null,
  body text not null,
  state text not null default 'open' check (state in ('open', 'merged', 'closed')),
  draft boolean not null default false,
  base_commit text not null,
  head_commit text not null,
  patch text not null,
  checks jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (project_id, number)
);
create unique index pull_requests_open_branch on pull_requests (project_id, branch) where state = 'open';

-- A live worker holds the session advisory lock (class 7301, lock_id); whoever can take it knows that the worker is gone.
create table workers (
  id text primary key,
  lock_id integer not null unique,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default clock_timestamp()
);
create sequence worker_lock_ids as integer cycle;
