-- runs-beside: 0032_policy_of_jobs.sql
-- PostgreSQL parses the condition of a trigger from its stored text with each statement that may fire it: 13 kB for each update of a
-- job, a quarter of what the update cost. A function keeps its plans, so the conditions stand in the functions.

create or replace function tell_job_changed() returns trigger language plpgsql as $$
begin
  if old.updated_at is distinct from new.updated_at or old.status is distinct from new.status
    or (old.reason, old.message, old.title, old.metadata, old.repository, old.branch, old.model, old.usage, old.checks,
      old.pull_request, old.finished_at, old.archived_at)
    is distinct from
    (new.reason, new.message, new.title, new.metadata, new.repository, new.branch, new.model, new.usage, new.checks,
      new.pull_request, new.finished_at, new.archived_at) then
    perform pg_notify('copydesk_job', new.id);
  end if;
  return null;
end $$;
drop trigger jobs_told on jobs;
create trigger jobs_told after update on jobs for each row execute function tell_job_changed();

create or replace function tell_job_status() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status then
    perform pg_notify('copydesk_job_status', new.id);
  end if;
  return null;
end $$;
drop trigger jobs_status_told on jobs;
create trigger jobs_status_told after update of status on jobs for each row execute function tell_job_status();

drop trigger load_changed on jobs;
create or replace function count_changed_job() returns trigger language plpgsql as $$
begin
  if is_queued(new) = is_queued(old) and is_waiting(new) = is_waiting(old) and is_running(new) = is_running(old)
    and will_open(new) = will_open(old) and has_open_pull_request(new) = has_open_pull_request(old) then
    return null;
  end if;
  update project_load set
    queued = queued + is_queued(new)::integer - is_queued(old)::integer,
    waiting = waiting + is_waiting(new)::integer - is_waiting(old)::integer,
    running = running + is_running(new)::integer - is_running(old)::integer,
    opening = opening + (is_running(new) and will_open(new))::integer - (is_running(old) and will_open(old))::integer,
    will_open = project_load.will_open + will_open(new)::integer - will_open(old)::integer,
    open_pull_requests = open_pull_requests + has_open_pull_request(new)::integer - has_open_pull_request(old)::integer,
    last_claim_at = case when is_running(new) and not is_running(old) then clock_timestamp() else last_claim_at end
  where project_id = new.project_id;
  if is_queued(new) and not is_queued(old) then
    perform pg_notify('copydesk_queue', '');
  end if;
  return null;
end $$;
create constraint trigger load_changed after update of status, reason, worker_id, mode, pull_request on jobs
  deferrable initially deferred for each row execute function count_changed_job();

create or replace function write_webhook_messages() returns trigger language plpgsql as $$
declare
  types text[] := '{}';
  said text;
  message text;
begin
  if old.status is not distinct from new.status and old.pull_request is not distinct from new.pull_request then
    return null;
  end if;
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
      'title', new.title, 'chosen_title', new.chosen_title, 'metadata', new.metadata, 'labels', new.labels, 'reviewers', new.reviewers,
      'repository', new.repository, 'branch', new.branch, 'model', new.model,
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
drop trigger jobs_webhooks on jobs;
create trigger jobs_webhooks after update of status, pull_request on jobs for each row execute function write_webhook_messages();

create or replace function add_monthly_usage() returns trigger language plpgsql as $$
declare
  used bigint;
  spent double precision;
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC');
  key_account text;
begin
  if old.usage is not distinct from new.usage then
    return null;
  end if;
  used := greatest(0,
    (new.usage ->> 'inputTokens')::bigint + (new.usage ->> 'outputTokens')::bigint
    - coalesce((old.usage ->> 'inputTokens')::bigint + (old.usage ->> 'outputTokens')::bigint, 0));
  spent := greatest(0,
    coalesce((new.usage ->> 'costUsd')::double precision, 0) - coalesce((old.usage ->> 'costUsd')::double precision, 0));
  if used = 0 and spent = 0 then
    return null;
  end if;
  insert into monthly_usage as sum values (new.project_id, '', this_month, used, spent)
    on conflict (project_id, account_id, month)
    do update set tokens = sum.tokens + excluded.tokens, cost_usd = sum.cost_usd + excluded.cost_usd;
  select coalesce(account_id, id) into key_account from api_keys where id = new.turn_api_key_id;
  if found then
    insert into monthly_usage as sum values (new.project_id, key_account, this_month, used, spent)
      on conflict (project_id, account_id, month)
      do update set tokens = sum.tokens + excluded.tokens, cost_usd = sum.cost_usd + excluded.cost_usd;
  end if;
  return null;
end $$;
drop trigger jobs_monthly_usage on jobs;
create trigger jobs_monthly_usage after update of usage on jobs for each row execute function add_monthly_usage();

create or replace function note_pull_request_times() returns trigger language plpgsql as $$
declare
  is_new boolean := old.pull_request is null or old.pull_request ->> 'number' is distinct from new.pull_request ->> 'number';
  has_ended boolean := new.pull_request ->> 'state' in ('merged', 'closed');
begin
  if new.pull_request is null or old.pull_request is not distinct from new.pull_request then
    return new;
  end if;
  if is_new then
    new.pull_request_opened_at := clock_timestamp();
  end if;
  if not has_ended then
    new.pull_request_ended_at := null;
  elsif is_new or old.pull_request ->> 'state' is distinct from new.pull_request ->> 'state' then
    new.pull_request_ended_at := clock_timestamp();
  end if;
  return new;
end $$;
drop trigger jobs_pull_request_times on jobs;
create trigger jobs_pull_request_times before update of pull_request on jobs for each row execute function note_pull_request_times();
