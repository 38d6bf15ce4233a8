-- runs-beside: 0032_policy_of_jobs.sql
-- Every create paid for these: two foreign keys that looked up, and locked, rows which the same transaction had just written or
-- locked; three entries of indexes for each change of a project's counter of queued jobs; and statements for each project of a batch.

-- A use is written beside a change of a job of its project, which holds the project's row.
alter table rate_uses drop constraint rate_uses_project_id_fkey;

create function delete_rate_uses() returns trigger language plpgsql as $$
begin
  delete from rate_uses where project_id = old.id;
  return null;
end $$;
create trigger projects_rate_uses after delete on projects for each row execute function delete_rate_uses();

-- An event is written beside its job, or beside a change of it.
alter table job_events drop constraint job_events_job_id_fkey;

create function delete_job_events() returns trigger language plpgsql as $$
begin
  delete from job_events where job_id = old.id;
  return null;
end $$;
create trigger jobs_events after delete on jobs for each row execute function delete_job_events();

-- An index whose condition names the counter has to be written with every change of it; this column changes only with the first and
-- the last queued job.
alter table project_load add column has_queued boolean not null generated always as (queued > 0) stored;
drop index project_load_order;
create index project_load_order on project_load (running, last_claim_at nulls first, project_id) where has_queued;

-- As before, with the new condition.
create or replace function can_claim() returns boolean language sql stable as $$
  select coalesce((
    select true from project_load join projects on projects.id = project_id
    where has_queued and coalesce(running < (settings ->> 'concurrency')::integer, true)
    order by running, last_claim_at nulls first, project_id limit 1), false)
$$;

create or replace function lock_open_project(except_for text[])
returns table (id text, is_limited boolean, is_full boolean) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select project_id, settings ? 'maxOpenPullRequests',
      coalesce(opening + open_pull_requests >= (settings ->> 'maxOpenPullRequests')::integer, false)
    from project_load join projects on projects.id = project_id
    where has_queued and coalesce(running < (settings ->> 'concurrency')::integer, true) and project_id <> all (except_for)
    order by running, last_claim_at nulls first, project_id limit 1
    for no key update of project_load skip locked;
  if found or except_for <> '{}' then
    return;
  end if;
  return query
    select project_id, settings ? 'maxOpenPullRequests',
      coalesce(opening + open_pull_requests >= (settings ->> 'maxOpenPullRequests')::integer, false)
    from project_load join projects on projects.id = project_id
    where has_queued and coalesce(running < (settings ->> 'concurrency')::integer, true)
    order by running, last_claim_at nulls first, project_id limit 1
    for no key update of project_load;
end $$;

-- As before, but what is known of all projects is read by one statement. Decides creates in their order, and writes the jobs that are admitted with their first events, uses and kept answers: replays first,
-- then what the caller took for granted of the project (`facts`), its refusal, a branch name that another job has, the caps, and what is left
-- of the hour's limit. Few creates have `extras` (labels, reviewers, branch, title): the others pay nothing for them.
-- In an answer, which only those with a key have, `marker` stands for the time of the create. Until the end nobody else creates in these projects.
create or replace function create_jobs(
  ids text[], project_ids text[], prompts text[], modes text[], drafts boolean[], path_lists text[], budgets text[], metadatas text[],
  repositories text[], base_refs text[], branches text[], models text[], events text[], key_ids text[], authors text[],
  keys text[], hashes bytea[], answers text[], assumed jsonb[], refusals boolean[],
  extras jsonb[], marker text, event_version integer, per_hour integer)
returns table (outcome text, job_id text, answer text, created text, used integer, reset_seconds integer, facts jsonb, cap jsonb, place bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  at timestamptz;
  input record;
  kept record;
  in_project text;
  project_facts jsonb;
  has_cap boolean;
  uses integer;
  earlier text;
  batch_keys jsonb;
  batch_branches text[] := '{}';
  admitted bigint[] := '{}';
begin
  set local lock_timeout = '5s';
  -- In one order, so that two batches with the same projects never wait for each other.
  perform pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(id, 7302) as lock from unnest(project_ids) as id order by lock) as locks;
  at := clock_timestamp();
  created := to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  for input in
    select given.*, known.facts, known.has_cap, window_of.uses, window_of.oldest
    from unnest(ids, project_ids, keys, hashes, answers, assumed, refusals, key_ids, base_refs, extras) with ordinality
      as given (id, project_id, key, hash, answer, assumed, refused, key_id, base_ref, extra, place)
    left join lateral (
      select jsonb_build_object('repository', projects.repository, 'ref', projects.ref, 'model', projects.model,
          'models', projects.settings -> 'models') as facts, projects.settings ? 'monthlyCap' as has_cap
        from projects where projects.id = given.project_id) as known on true
    cross join lateral (
      select count(*) as uses, min(rate_uses.used_at) as oldest from rate_uses
        where rate_uses.project_id = given.project_id and operation = 'create' and used_at > at - interval '60 minutes') as window_of
    order by given.project_id, given.place
  loop
    place := input.place;
    job_id := input.id;
    answer := null;
    facts := null;
    cap := null;
    if in_project is distinct from input.project_id then
      in_project := input.project_id;
      batch_keys := '{}';
      batch_branches := '{}';
      project_facts := input.facts;
      has_cap := input.has_cap;
      uses := input.uses;
      reset_seconds := ceil(extract(epoch from coalesce(input.oldest, at) + interval '60 minutes' - at));
    end if;
    used := uses;
    if project_facts is null then
      outcome := 'project_missing';
      return next;
      continue;
    end if;
    if input.key is not null then
      earlier := batch_keys ->> input.key;
      if earlier is not null then
        select given.id as job_id, given.hash as request_hash, replace(given.answer, marker, created) as response into kept
          from unnest(ids, hashes, answers) as given (id, hash, answer) where given.id = earlier;
      else
        select idempotency_keys.job_id, request_hash, response #>> '{}' as response into kept from idempotency_keys
          where project_id = in_project and operation = 'create' and key = input.key and created_at > at - interval '24 hours';
      end if;
      if found then
        outcome := case when kept.request_hash = input.hash then 'replayed' else 'key_reused' end;
        job_id := kept.job_id;
        answer := kept.response;
        return next;
        continue;
      end if;
    end if;
    if input.assumed is distinct from project_facts then
      outcome := 'stale';
      facts := project_facts;
    elsif input.refused then
      outcome := 'refused';
    elsif input.extra ? 'branch' and (
        input.extra ->> 'branch' = input.base_ref or input.extra ->> 'branch' = any (batch_branches)
        or exists (select from jobs where project_id = in_project and branch = input.extra ->> 'branch' and has_chosen_branch)) then
      outcome := 'branch_taken';
    else
      if has_cap or input.key_id is not null then
        cap := find_reached_cap(in_project, input.key_id);
      end if;
      if cap is not null then
        outcome := 'capped';
      elsif uses >= per_hour then
        outcome := 'limited';
      else
        outcome := 'created';
        uses := uses + 1;
        used := uses;
        admitted := admitted || input.place;
        if input.key is not null then
          batch_keys := batch_keys || jsonb_build_object(input.key, input.id);
        end if;
        if input.extra ? 'branch' then
          batch_branches := batch_branches || (input.extra ->> 'branch');
        end if;
      end if;
    end if;
    return next;
  end loop;
  if admitted = '{}' then
    return;
  end if;
  insert into jobs (id, project_id, status, reason, prompt, mode, as_draft, paths, budget, metadata, repository, base_ref, branch, model,
    event_seq, turn_seq, created_at, updated_at, turn_api_key_id, created_by, labels, reviewers, chosen_title, has_chosen_branch)
  select given.id, given.project_id, 'active', 'queued', given.prompt, given.mode, given.draft,
    array(select jsonb_array_elements_text(given.paths::jsonb)), given.budget::jsonb, given.metadata::jsonb, given.repository, given.base_ref,
    given.branch, given.model, 1, 1, date_trunc('milliseconds', at), date_trunc('milliseconds', at), given.key_id, given.author::jsonb,
    case when given.extra ? 'labels' then array(select jsonb_array_elements_text(given.extra -> 'labels')) else '{}' end,
    case when given.extra ? 'reviewers' then array(select jsonb_array_elements_text(given.extra -> 'reviewers')) else '{}' end,
    given.extra ->> 'title', coalesce(given.extra ? 'branch', false)
  from unnest(ids, project_ids, prompts, modes, drafts, path_lists, budgets, metadatas, repositories, base_refs, branches, models, key_ids,
      authors, extras) with ordinality
    as given (id, project_id, prompt, mode, draft, paths, budget, metadata, repository, base_ref, branch, model, key_id, author, extra, place)
  where given.place = any (admitted);
  insert into job_events (job_id, seq, at, kind, data, author, version)
  select given.id, 1, date_trunc('milliseconds', at), 'created', given.event::json, given.author::jsonb, event_version
  from unnest(ids, events, authors) with ordinality as given (id, event, author, place) where given.place = any (admitted);
  insert into rate_uses (project_id, operation, used_at)
  select given.project_id, 'create', at from unnest(project_ids) with ordinality as given (project_id, place)
  where given.place = any (admitted);
  delete from rate_uses
    where rate_uses.project_id = any (project_ids) and operation = 'create' and used_at <= at - interval '60 minutes';
  insert into idempotency_keys (project_id, operation, key, request_hash, job_id, response, created_at)
  select given.project_id, 'create', given.key, given.hash, given.id, to_jsonb(replace(given.answer, marker, created)),
    date_trunc('milliseconds', at)
  from unnest(ids, project_ids, keys, hashes, answers) with ordinality as given (id, project_id, key, hash, answer, place)
  where given.place = any (admitted) and given.key is not null
  on conflict on constraint idempotency_keys_pkey do update set request_hash = excluded.request_hash, job_id = excluded.job_id,
    response = excluded.response, created_at = excluded.created_at;
end $$;

-- As before, but all projects at once, in the order in which everybody locks several of them. The list of projects keeps the plan from
-- reading all counters.
create or replace function count_added_jobs() returns trigger language plpgsql as $$
declare
  its_projects text[];
begin
  select array_agg(distinct project_id order by project_id) into its_projects from added;
  perform 1 from project_load where project_id = any (its_projects) order by project_id for no key update;
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
  where project_load.project_id = sums.project_id and project_load.project_id = any (its_projects);
  if exists (select from added as jobs where is_queued(jobs)) then
    perform pg_notify('copydesk_queue', '');
  end if;
  return null;
end $$;
