-- People sign in, belong to organisations, and organisations own projects. The tables of better-auth have its fields under our names.

create table people (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table sessions (
  id text primary key,
  user_id text not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp()
);
create index sessions_of_people on sessions (user_id);

-- How a person proves who they are: a password, or an account at an OpenID Connect provider.
create table accounts (
  id text primary key,
  user_id text not null references people on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  scope text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (provider_id, account_id)
);
create index accounts_of_people on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index verifications_by_identifier on verifications (identifier);

create table organisations (
  id text primary key,
  name text not null,
  created_at timestamptz not null default clock_timestamp()
);
insert into organisations (id, name) values ('org_' || left(replace(gen_random_uuid()::text, '-', ''), 22), 'Default');

-- Projects that are made without one belong to the oldest.
create function default_organisation() returns text language sql stable as
  'select id from organisations order by created_at, id limit 1';
alter table projects add column organisation_id text not null default default_organisation() references organisations;
create index projects_of_organisation on projects (organisation_id);

create table members (
  organisation_id text not null references organisations on delete cascade,
  user_id text not null references people on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organisation_id, user_id)
);
create index members_by_person on members (user_id);

create table invitations (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  email text check (email = lower(email)),
  role text not null check (role in ('owner', 'editor', 'viewer')),
  token_hash bytea not null unique,
  created_by jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_of_organisation on invitations (organisation_id);

create table sign_in_links (
  token_hash bytea primary key,
  user_id text references people on delete cascade,
  purpose text not null check (purpose in ('first_owner', 'sign_in', 'reset_password')),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'first_owner') = (user_id is null))
);
create index sign_in_links_of_people on sign_in_links (user_id);

-- Attempts to sign in since `since`, by what they were made with: an e-mail address or the address of the client.
create table sign_in_attempts (
  key text primary key,
  attempts integer not null,
  since timestamptz not null
);

-- Streams that are open end with the session or membership that they were opened with.
create function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_credential', old.user_id);
  return null;
end $$;
create trigger sessions_told after update of expires_at or delete on sessions for each row execute function tell_person_changed();
create trigger members_told after update of role or delete on members for each row execute function tell_person_changed();
