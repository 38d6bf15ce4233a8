-- What each project and each API key has used in a month of UTC, and what a key may use.

alter table api_keys
  add column monthly_cap jsonb not null default '{}',
  -- The first of the keys that replaced each other, which share one account; null: this one.
  add column account_id text;

alter table jobs
  -- The key that opened the current turn; null for the command line and for what code hosts tell.
  add column turn_api_key_id text;

create table monthly_usage (
  project_id text not null references projects (id) on delete cascade,
  -- Of an API key; empty for the project as a whole.
  account_id text not null,
  month date not null,
  tokens bigint not null,
  cost_usd double precision not null,
  primary key (project_id, account_id, month)
);

-- In the transaction that changes a job's usage, whoever changes it. The project's row is always locked before the key's.
create function add_monthly_usage() returns trigger language plpgsql as $$
declare
  used bigint := greatest(0,
    (new.usage ->> 'inputTokens')::bigint + (new.usage ->> 'outputTokens')::bigint
    - coalesce((old.usage ->> 'inputTokens')::bigint + (old.usage ->> 'outputTokens')::bigint, 0));
  spent double precision := greatest(0,
    coalesce((new.usage ->> 'costUsd')::double precision, 0) - coalesce((old.usage ->> 'costUsd')::double precision, 0));
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC');
  key_account text;
begin
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

create trigger jobs_monthly_usage after update of usage on jobs
  for each row when (old.usage is distinct from new.usage) execute function add_monthly_usage();
