-- Who caused a job or an event, with names as they were then; null for what is older.
alter table jobs add column created_by jsonb;
alter table job_events add column author jsonb;

-- The payload has the job's author. A webhook that is being deleted in another transaction gets no delivery, instead of failing the change
-- of the job.
create or replace function write_webhook_messages() returns trigger language plpgsql as $$
declare
  types text[] := '{}';
  said text;
  message text;
begin
  if not exists (select from webhooks where project_id = new.project_id and disabled_at is null) then
    return null;
  end if;
  if new.status is distinct from old.status and old.status <> 'archived'
    and new.status in ('completed', 'failed', 'archived') then
    types := types || ('job.' || new.status);
  end if;
  if new.pull_request is not null then
    if old.pull_request is null or old.pull_request ->> 'number' <> new.pull_request ->> 'number' then
      types := types || 'pull_request.opened'::text;
    end if;
    if new.pull_request ->> 'state' in ('merged', 'closed') and (old.pull_request is null
      or old.pull_request ->> 'number' <> new.pull_request ->> 'number'
      or old.pull_request ->> 'state' <> new.pull_request ->> 'state') then
      types := types || ('pull_request.' || (new.pull_request ->> 'state'));
    end if;
  end if;
  foreach said in array types loop
    message := 'msg_' || replace(gen_random_uuid()::text, '-', '');
    insert into webhook_messages (id, project_id, type, job) values (message, new.project_id, said, jsonb_build_object(
      'id', new.id, 'project_id', new.project_id, 'status', new.status, 'reason', new.reason, 'message', new.message,
      'title', new.title, 'metadata', new.metadata, 'repository', new.repository, 'branch', new.branch, 'model', new.model,
      'usage', new.usage, 'checks', new.checks, 'pull_request', new.pull_request, 'created_at', new.created_at,
      'updated_at', new.updated_at, 'finished_at', new.finished_at, 'archived_at', new.archived_at, 'created_by', new.created_by));
    insert into webhook_deliveries (webhook_id, message_id)
      select id, message from webhooks
      where project_id = new.project_id and disabled_at is null and said = any(events)
      for key share;
    perform pg_notify('copydesk_webhook', '');
  end loop;
  return null;
end $$;
