-- What became of jobs and their pull requests, also after their transcripts and the jobs themselves are gone.

alter table jobs
  -- Of the newest pull request.
  add column pull_request_opened_at timestamptz,
  add column pull_request_ended_at timestamptz,
  -- The whole change from the base: {"files", "lines", "paths"}.
  add column changed jsonb;

create function note_pull_request_times() returns trigger language plpgsql as $$
declare
  is_new boolean := old.pull_request is null or old.pull_request ->> 'number' is distinct from new.pull_request ->> 'number';
  has_ended boolean := new.pull_request ->> 'state' in ('merged', 'closed');
begin
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
create trigger jobs_pull_request_times before update of pull_request on jobs for each row
  when (new.pull_request is not null and old.pull_request is distinct from new.pull_request)
  execute function note_pull_request_times();

-- Of what is there already as much as the logs still have.
update jobs set
  pull_request_opened_at = (select max(at) from job_events where job_id = jobs.id and kind = 'pull_request'),
  pull_request_ended_at = case when pull_request ->> 'state' <> 'open' then
    (select max(at) from job_events where job_id = jobs.id and kind = 'pull_request_state') end,
  changed = (
    select jsonb_build_object('files', count(*), 'lines', coalesce(sum((file ->> 'additions')::bigint + (file ->> 'deletions')::bigint), 0),
      'paths', coalesce(jsonb_agg(file ->> 'path'), '[]'))
    from (select data from job_events where job_id = jobs.id and kind = 'committed' order by seq desc limit 1) as committed
    cross join lateral json_array_elements(data -> 'files') as file)
where pull_request is not null;

-- The figures of jobs that people have deleted: nothing of what was asked, said or changed.
create table deleted_jobs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  deleted_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  created_by jsonb,
  turn integer not null,
  usage jsonb not null,
  checks jsonb,
  pull_request_state text,
  pull_request_opened_at timestamptz,
  pull_request_ended_at timestamptz
);
create index deleted_jobs_newest on deleted_jobs (project_id, created_at desc);

create view job_facts as
  select id, project_id, created_at, created_by, turn, usage, checks, pull_request ->> 'state' as pull_request_state,
    pull_request_opened_at, pull_request_ended_at
  from jobs
  union all
  select id, project_id, created_at, created_by, turn, usage, checks, pull_request_state, pull_request_opened_at, pull_request_ended_at
  from deleted_jobs;
