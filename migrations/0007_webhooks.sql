-- Addresses that are called when something happens to a project's jobs.

create table webhooks (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  url text not null,
  events text[] not null,
  -- Encrypted JSON: [{secret, expiresAt | null}], newest first.
  secrets text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Since when every attempt has failed.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text
);
create index webhooks_project on webhooks (project_id, created_at);

create table webhook_messages (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  type text not null,
  -- The job's columns as they were.
  job jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_messages_age on webhook_messages (created_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  message_id text not null references webhook_messages (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  unique (webhook_id, message_id)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'pending';

create table webhook_attempts (
  delivery_id bigint not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- HTTP status; null when there was no answer.
  status integer,
  error text,
  -- Beginning of the answer.
  response text not null default '',
  duration_ms integer not null
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, at);

-- In the transaction that changes the job, whoever changes it: a message exists exactly when the change does.
create function write_webhook_messages() returns trigger language plpgsql as $$
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
      'updated_at', new.updated_at, 'finished_at', new.finished_at, 'archived_at', new.archived_at));
    insert into webhook_deliveries (webhook_id, message_id)
      select id, message from webhooks
      where project_id = new.project_id and disabled_at is null and said = any(events);
    perform pg_notify('copydesk_webhook', '');
  end loop;
  return null;
end $$;

create trigger jobs_webhooks after update of status, pull_request on jobs for each row
  when (old.status is distinct from new.status or old.pull_request is distinct from new.pull_request)
  execute function write_webhook_messages();
