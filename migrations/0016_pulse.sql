-- What workers ask the store once a second, as one statement, and whose turn it is to look after what concerns all of them.

-- Null: this worker has no connection of its own, and only its heartbeat says that it lives.
alter table workers alter column lock_id drop not null;

-- When somebody looked last; whoever asks first after the time is the one who looks.
create table chores (
  name text primary key,
  every interval not null,
  looked_at timestamptz not null default '-infinity'
) with (fillfactor = 20);
insert into chores (name, every) values
  ('dead_workers', '800 milliseconds'),
  ('waiting_jobs', '800 milliseconds'),
  ('patches', '800 milliseconds'),
  ('feedback', '800 milliseconds'),
  ('deliveries', '800 milliseconds'),
  ('branch_deletions', '9 seconds'),
  ('pull_requests', '9 seconds');

-- A worker holds its lock (class 7301) for as long as it lives, and nobody else ever takes it. After a restart of the server none has
-- its lock yet: for 15 seconds only those are asked that have had their own for a while (`is_settled`).
create function find_dead_workers(self text, is_settled boolean)
returns table (id text, lock_id integer, silent boolean) language sql stable as $$
  select workers.id, workers.lock_id, heartbeat_at < clock_timestamp() - interval '10 seconds'
  from workers
  where workers.id is distinct from self
    and (is_settled or pg_postmaster_start_time() < clock_timestamp() - interval '15 seconds')
    and (heartbeat_at < clock_timestamp() - interval '10 seconds'
      or workers.lock_id <> all (array(
        select objid::bigint::integer from pg_locks
        where locktype = 'advisory' and classid = 7301 and granted
          and database = (select oid from pg_database where datname = current_database()))))
$$;

-- Workers that hold jobs but are on no list.
create function find_stray_workers() returns table (id text) language sql stable as $$
  select distinct worker_id from jobs
  where status = 'active' and worker_id is not null and not exists (select from workers where workers.id = jobs.worker_id)
$$;

create function is_chore_due(chore text, worker text, is_settled boolean) returns boolean language plpgsql stable as $$
begin
  case chore
    when 'dead_workers' then return
      exists (select from find_dead_workers(worker, is_settled)) or exists (select from find_stray_workers());
    when 'waiting_jobs' then return exists (
      select from project_load join projects on projects.id = project_id
      where waiting > 0 and coalesce(open_pull_requests + will_open < (settings ->> 'maxOpenPullRequests')::integer, true));
    when 'patches' then return exists (
      select from jobs where patch_seq is not null and patch_due_at <= clock_timestamp() and status <> 'active'
        and (worker_id is null or finished_at < clock_timestamp() - interval '60 seconds'));
    when 'feedback' then return
      exists (select from host_feedback where state in ('pending', 'sent') and due_at <= clock_timestamp())
      or exists (
        select from host_feedback as told join jobs on jobs.id = told.job_id
        where told.state = 'done' and told.failure_told_at is null and told.due_at <= clock_timestamp()
          and told.created_at > clock_timestamp() - interval '2 days'
          and jobs.turn = told.turn and jobs.status = 'failed' and jobs.reason <> 'cancelled');
    when 'deliveries' then return exists (
      select from webhook_deliveries join webhooks on webhooks.id = webhook_id and disabled_at is null
      where state = 'pending' and due_at <= clock_timestamp());
    when 'branch_deletions' then return exists (
      select from jobs where branch_delete_due_at <= clock_timestamp() and status <> 'active' and lease is null);
    else return true;
  end case;
end $$;

-- Whether a queued job may be claimed.
create function can_claim() returns boolean language sql stable as $$
  select exists (
    select from project_load join projects on projects.id = project_id
    where queued > 0 and coalesce(running < (settings ->> 'concurrency')::integer, true))
$$;

-- A worker's sign of life (every other time at most: nothing is written otherwise), what it must know of its own jobs, and which of the
-- chores that it can do are due and its turn. `self` null: there is no worker, only chores.
create function pulse(self text, running text[], wants_job boolean, is_settled boolean, wanted text[])
returns table (is_listed boolean, has_strays boolean, can_claim boolean, cancelled text[], due text[]) language plpgsql as $$
declare
  won text[];
begin
  -- What is lost when the server crashes is a heartbeat.
  set local synchronous_commit = off;
  update workers set heartbeat_at = clock_timestamp()
    where id = self and heartbeat_at < clock_timestamp() - interval '1500 milliseconds';
  is_listed := found or exists (select from workers where id = self);
  has_strays := exists (select from jobs where worker_id = self and id <> all (running));
  can_claim := wants_job and can_claim();
  cancelled := array(select id from jobs where id = any (running) and status = 'failed' and reason = 'cancelled');
  with free as (
    select name from chores where name = any (wanted) and looked_at <= clock_timestamp() - every
    for no key update skip locked
  ), taken as (
    update chores set looked_at = clock_timestamp() from free where chores.name = free.name returning chores.name
  )
  select coalesce(array_agg(name), '{}') into won from taken;
  due := array(select name from unnest(won) as name where is_chore_due(name, self, is_settled));
  return next;
end $$;
