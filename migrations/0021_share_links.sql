-- Whoever has such a link may read one job, without an account.
create table share_links (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null references jobs on delete cascade,
  token_hash bytea not null unique,
  created_by jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index share_links_of_jobs on share_links (job_id);
create index share_links_of_projects on share_links (project_id);

create function tell_share_link_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_credential', old.id);
  return null;
end $$;
create trigger share_links_told after update of expires_at, revoked_at or delete on share_links
  for each row execute function tell_share_link_changed();
