-- runs-beside: 0032_policy_of_jobs.sql
-- Webhooks tell what came of a trigger's events, in the transaction that settles them.

-- What a message says that is about no job's record.
alter table webhook_messages add column about jsonb;
-- Refused because the month's budget of the trigger is used up.
alter table trigger_events add column over_budget boolean not null default false;

create function write_trigger_message(asked text, said text, outcome jsonb) returns void language plpgsql as $$
declare
  message text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  told triggers;
begin
  select * into told from triggers where id = asked;
  if not exists (select from webhooks
    where project_id = told.project_id and disabled_at is null and said = any (events)) then
    return;
  end if;
  insert into webhook_messages (id, project_id, type, job, about) values (message, told.project_id, said, '{}',
    jsonb_build_object('trigger', jsonb_build_object('id', told.id, 'name', told.name, 'kind', told.kind)) || outcome);
  insert into webhook_deliveries (webhook_id, message_id)
    select id, message from webhooks
    where project_id = told.project_id and disabled_at is null and said = any (events)
    for key share skip locked;
  perform pg_notify('copydesk_webhook', '');
end $$;

create function tell_trigger_event() returns trigger language plpgsql as $$
begin
  perform write_trigger_message(new.trigger_id,
    case when new.over_budget then 'trigger.budget_used' else 'trigger.skipped' end,
    jsonb_build_object('topic', new.topic, 'jobId', null, 'joined', false, 'note', new.note));
  return null;
end $$;
create trigger trigger_events_told_insert after insert on trigger_events for each row
  when (new.state in ('ignored', 'refused')) execute function tell_trigger_event();
create trigger trigger_events_told_update after update of state on trigger_events for each row
  when (new.state in ('ignored', 'refused') and old.state is distinct from new.state) execute function tell_trigger_event();

create function tell_trigger_run() returns trigger language plpgsql as $$
begin
  perform write_trigger_message(new.trigger_id,
    case when new.state = 'refused' then 'trigger.skipped' else 'trigger.started' end,
    jsonb_build_object('topic', coalesce(new.body ->> 'topic', ''), 'jobId', new.job_id, 'joined', new.state = 'joined',
      'note', new.note));
  return null;
end $$;
create trigger trigger_runs_told after update of state on trigger_runs for each row
  when (new.state <> 'due' and old.state is distinct from new.state) execute function tell_trigger_run();
