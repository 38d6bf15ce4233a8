-- The job row is the queue: a job is queued while it is active and its reason is "queued".

drop schema if exists copydesk_queue cascade;

alter table jobs
  -- Since when the current turn waits; a turn that a worker gives back keeps its place.
  add column queued_at timestamptz not null default clock_timestamp();
update jobs set queued_at = coalesce((select at from job_events where job_id = jobs.id and seq = jobs.turn_seq), created_at)
where status = 'active';

create index jobs_queued on jobs (project_id, queued_at, id) where status = 'active' and reason = 'queued';
create index jobs_waiting_capacity on jobs (project_id, created_at, id) where status = 'active' and reason = 'waiting_capacity';
-- Jobs that may be what their workers died of; the number is `suspectCrashes`.
create index jobs_suspected on jobs (id)
  where status = 'active' and reason = 'queued' and crash_count + (lease is not null)::integer >= 3;

create function is_queued(job jobs) returns boolean language sql immutable
  return (job).status = 'active' and (job).reason = 'queued';

create function is_waiting(job jobs) returns boolean language sql immutable
  return (job).status = 'active' and (job).reason = 'waiting_capacity';

create function is_running(job jobs) returns boolean language sql immutable
  return (job).status = 'active' and (job).worker_id is not null;

-- Queued or running, and at its end there will be one open pull request more.
create function will_open(job jobs) returns boolean language sql immutable
  return (job).status = 'active' and (job).reason <> 'waiting_capacity' and (job).mode = 'pull_request' and (job).pull_request is null;

create function has_open_pull_request(job jobs) returns boolean language sql immutable
  return coalesce((job).pull_request ->> 'state' = 'open', false);

-- What claims need to know of a project's jobs, kept by the triggers below in the transaction that changes a job. They run at its
-- end, so that this row is the last that is locked, and briefly; a claim locks it first and then waits for nothing.
create table project_load (
  project_id text primary key references projects (id) on delete cascade,
  queued integer not null default 0,
  waiting integer not null default 0,
  running integer not null default 0,
  -- Of the running ones, those that will open a pull request.
  opening integer not null default 0,
  will_open integer not null default 0,
  open_pull_requests integer not null default 0,
  last_claim_at timestamptz
) with (fillfactor = 50);
-- The order in which projects are served.
create index project_load_order on project_load (running, last_claim_at nulls first, project_id) where queued > 0;
create index project_load_waiting on project_load (project_id) where waiting > 0;

-- The counters as the jobs say.
create view counted_load as
  select projects.id as project_id,
    count(*) filter (where is_queued(jobs))::integer as queued,
    count(*) filter (where is_waiting(jobs))::integer as waiting,
    count(*) filter (where is_running(jobs))::integer as running,
    count(*) filter (where is_running(jobs) and will_open(jobs))::integer as opening,
    count(*) filter (where will_open(jobs))::integer as will_open,
    count(*) filter (where has_open_pull_request(jobs))::integer as open_pull_requests
  from projects left join jobs on jobs.project_id = projects.id
  group by projects.id;

insert into project_load (project_id, queued, waiting, running, opening, will_open, open_pull_requests, last_claim_at)
select counted_load.*, projects.last_claim_at from counted_load join projects on projects.id = counted_load.project_id;

alter table projects drop column last_claim_at;

create function add_project_load() returns trigger language plpgsql as $$
begin
  insert into project_load (project_id) values (new.id);
  return null;
end $$;
create trigger load_made after insert on projects for each row execute function add_project_load();

-- Also wakes idle workers, once for each transaction.
create function count_added_jobs() returns trigger language plpgsql as $$
begin
  perform 1 from project_load where project_id in (select project_id from added)
    order by project_id for no key update;
  update project_load set
    queued = project_load.queued + sums.queued,
    waiting = project_load.waiting + sums.waiting,
    running = project_load.running + sums.running,
    opening = project_load.opening + sums.opening,
    will_open = project_load.will_open + sums.will_open,
    open_pull_requests = project_load.open_pull_requests + sums.open_pull_requests
  from (
    select jobs.project_id,
      count(*) filter (where is_queued(jobs)) as queued,
      count(*) filter (where is_waiting(jobs)) as waiting,
      count(*) filter (where is_running(jobs)) as running,
      count(*) filter (where is_running(jobs) and will_open(jobs)) as opening,
      count(*) filter (where will_open(jobs)) as will_open,
      count(*) filter (where has_open_pull_request(jobs)) as open_pull_requests
    from added as jobs group by jobs.project_id
  ) as sums
  where project_load.project_id = sums.project_id;
  if exists (select from added as jobs where is_queued(jobs)) then
    perform pg_notify('copydesk_queue', '');
  end if;
  return null;
end $$;
create trigger load_added after insert on jobs referencing new table as added
  for each statement execute function count_added_jobs();

create function count_changed_job() returns trigger language plpgsql as $$
begin
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
  deferrable initially deferred for each row
  when (
    is_queued(new) <> is_queued(old) or is_waiting(new) <> is_waiting(old) or is_running(new) <> is_running(old)
    or will_open(new) <> will_open(old) or has_open_pull_request(new) <> has_open_pull_request(old))
  execute function count_changed_job();

create function count_removed_job() returns trigger language plpgsql as $$
begin
  update project_load set
    queued = queued - is_queued(old)::integer,
    waiting = waiting - is_waiting(old)::integer,
    running = running - is_running(old)::integer,
    opening = opening - (is_running(old) and will_open(old))::integer,
    will_open = project_load.will_open - will_open(old)::integer,
    open_pull_requests = open_pull_requests - has_open_pull_request(old)::integer
  where project_id = old.project_id;
  return null;
end $$;
create constraint trigger load_removed after delete on jobs deferrable initially deferred for each row
  when (old.status = 'active' or has_open_pull_request(old))
  execute function count_removed_job();
