-- runs-beside: 0032_policy_of_jobs.sql
-- Applications that people let act for them at /mcp (OAuth 2.1). What an application may do, it may as a session of the person: it ends
-- like any other. The token of such a session is nowhere but in its row, so that no cookie can name it.
create table applications (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index applications_by_age on applications (created_at);

alter table sessions add column application_id text references applications on delete cascade;
create index sessions_of_applications on sessions (application_id) where application_id is not null;

-- A code ends with the session of the browser that it was asked for in. One that was used keeps the session that came of it: whoever sends it
-- again ends that one.
create table application_codes (
  hash bytea primary key,
  application_id text not null references applications on delete cascade,
  approved_in text not null references sessions on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  session_id text
);
create index application_codes_of_applications on application_codes (application_id);
create index application_codes_of_sessions on application_codes (approved_in);

-- A refresh token that was used stays, for the same reason.
create table application_tokens (
  hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index application_tokens_of_sessions on application_tokens (session_id);
