-- runs-beside: 0029_triggers.sql
-- Who waits for the end of a job is not woken by everything else that happens to it.

create function tell_job_status() returns trigger language plpgsql as $$
begin
  perform pg_notify('copydesk_job_status', new.id);
  return null;
end $$;
create trigger jobs_status_told after update of status on jobs for each row
  when (old.status is distinct from new.status) execute function tell_job_status();
