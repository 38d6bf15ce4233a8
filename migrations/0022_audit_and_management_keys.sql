-- Keys that manage the projects of an organisation, and what was changed, by whom and from where.

create table management_keys (
  id text primary key,
  organisation_id text not null,
  name text not null,
  secret_hash bytea not null,
  permissions text[] not null,
  allowed_ips text[] not null default '{}',
  created_by jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index management_keys_organisation on management_keys (organisation_id, created_at);

-- Processes remember keys until they are told that one has changed, as of API keys.
create function tell_management_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_management_key', old.id);
  return null;
end $$;
create trigger management_keys_told
  after update of secret_hash, permissions, allowed_ips, expires_at, revoked_at or delete on management_keys
  for each row execute function tell_management_key_changed();

alter table api_keys add column created_by jsonb;

create sequence audit_log_numbers;

-- Without foreign keys: an entry outlives what it is about.
create table audit_log (
  entry bigint generated always as identity primary key,
  -- Given at the end of the transaction, so that whoever follows the log by its numbers misses none.
  id bigint unique,
  at timestamptz not null default clock_timestamp(),
  organisation_id text,
  project_id text,
  action text not null,
  author jsonb not null,
  from_address text,
  subject jsonb not null,
  before jsonb,
  after jsonb
);
create index audit_log_organisation on audit_log (organisation_id, id desc);
create index audit_log_project on audit_log (project_id, id desc) where project_id is not null;

-- One transaction after the other from here to its end, which is near: the lock is the last that a transaction takes.
create function number_audit_entry() returns trigger language plpgsql as $$
declare
  number bigint;
begin
  perform pg_advisory_xact_lock(7306);
  update audit_log set id = nextval('audit_log_numbers') where entry = new.entry returning id into number;
  perform pg_notify('copydesk_audit', number::text);
  return null;
end $$;
create constraint trigger audit_log_numbered after insert on audit_log deferrable initially deferred
  for each row execute function number_audit_entry();
