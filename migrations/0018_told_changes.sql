-- Who follows a job or waits for one is woken by every event and every change of its record, whoever makes it.

create function tell_job_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_job', new.id);
  return null;
end $$;
create trigger jobs_told after update on jobs for each row
  when (
    (old.status, old.reason, old.message, old.title, old.metadata, old.repository, old.branch, old.model, old.usage, old.checks,
      old.pull_request, old.updated_at, old.finished_at, old.archived_at)
    is distinct from
    (new.status, new.reason, new.message, new.title, new.metadata, new.repository, new.branch, new.model, new.usage, new.checks,
      new.pull_request, new.updated_at, new.finished_at, new.archived_at))
  execute function tell_job_changed();

-- Nobody follows a job before its first event is there.
create function tell_job_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_job', job_id) from (select distinct job_id from added where seq > 1) as jobs;
  return null;
end $$;
create trigger job_events_told after insert on job_events referencing new table as added
  for each statement execute function tell_job_events();

-- Processes remember keys until they are told that one has changed.
create function tell_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_key', old.id);
  return null;
end $$;
create trigger api_keys_told after update of secret_hash, scopes, allowed_ips, expires_at, revoked_at or delete on api_keys
  for each row execute function tell_key_changed();
