-- What the service does most often, each as one statement: create, claim, finish.

-- One page of a project's jobs by their status, and its jobs that nothing has happened to for long.
create index jobs_newest_of_status on jobs (project_id, status, created_at desc, id desc);
create index jobs_idle_of_project on jobs (project_id, updated_at) where status in ('completed', 'failed');
drop index jobs_idle;

-- Only what was said in the last days is looked at, however much was said before.
create index host_feedback_untold_newest on host_feedback (created_at) where state = 'done' and failure_told_at is null;
drop index host_feedback_untold;

-- Whether the log of the job's turn has changes of files.
create function has_logged_work(job jobs) returns boolean language sql stable as $$
  select exists (
    select from job_events where job_id = (job).id and seq > (job).turn_seq and kind = 'tool_result'
      and data -> 'operations' -> 0 is not null)
$$;

-- The cap of the project, or else of the key, that leaves nothing; null when there is none.
create function find_reached_cap(of_project text, key_id text) returns jsonb language plpgsql stable as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  resets_at timestamptz := (this_month + interval '1 month') at time zone 'UTC';
  state record;
begin
  for state in
    select 'project' as "of", projects.settings -> 'monthlyCap' as cap, '' as account_id from projects where id = of_project
    union all
    select 'key', monthly_cap, coalesce(account_id, id) from api_keys where id = key_id and project_id = of_project
  loop
    continue when state.cap is null or state.cap = '{}';
    declare
      used_tokens double precision := 0;
      used_cost double precision := 0;
    begin
      select tokens, cost_usd into used_tokens, used_cost from monthly_usage
        where project_id = of_project and account_id = state.account_id and monthly_usage.month = this_month::date;
      used_tokens := coalesce(used_tokens, 0);
      used_cost := coalesce(used_cost, 0);
      if used_tokens >= (state.cap ->> 'maxTokens')::double precision
        or used_cost >= (state.cap ->> 'maxCostUsd')::double precision then
        return jsonb_build_object('of', state."of", 'cap', state.cap, 'tokens', used_tokens, 'costUsd', used_cost,
          'resetsAt', resets_at, 'resetSeconds', ceil(extract(epoch from resets_at - clock_timestamp())));
      end if;
    end;
  end loop;
  return null;
end $$;

-- Decides creates in their order, and writes the jobs that are admitted with their first events, uses and kept answers: replays first,
-- then what the caller took for granted of the project (`facts`), its refusal, the caps, and what is left of the hour's limit.
-- In an answer, which only those with a key have, `marker` stands for the time of the create. Until the end nobody else creates in these projects.
create function create_jobs(
  ids text[], project_ids text[], prompts text[], modes text[], drafts boolean[], path_lists text[], budgets text[], metadatas text[],
  repositories text[], base_refs text[], branches text[], models text[], events text[], key_ids text[], authors text[],
  keys text[], hashes bytea[], answers text[], assumed jsonb[], refusals boolean[],
  marker text, event_version integer, per_hour integer)
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
  oldest timestamptz;
  earlier text;
  batch_keys jsonb;
  admitted bigint[] := '{}';
begin
  set local lock_timeout = '5s';
  -- In one order, so that two batches with the same projects never wait for each other.
  perform pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(id, 7302) as lock from unnest(project_ids) as id order by lock) as locks;
  at := clock_timestamp();
  created := to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  for input in
    select * from unnest(ids, project_ids, keys, hashes, answers, assumed, refusals, key_ids) with ordinality
      as given (id, project_id, key, hash, answer, assumed, refused, key_id, place)
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
      select jsonb_build_object('repository', projects.repository, 'ref', projects.ref, 'model', projects.model,
          'models', projects.settings -> 'models'), projects.settings ? 'monthlyCap'
        into project_facts, has_cap from projects where projects.id = in_project;
      select count(*), min(rate_uses.used_at) into uses, oldest from rate_uses
        where rate_uses.project_id = in_project and operation = 'create' and used_at > at - interval '60 minutes';
      reset_seconds := ceil(extract(epoch from coalesce(oldest, at) + interval '60 minutes' - at));
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
      end if;
    end if;
    return next;
  end loop;
  if admitted = '{}' then
    return;
  end if;
  insert into jobs (id, project_id, status, reason, prompt, mode, as_draft, paths, budget, metadata, repository, base_ref, branch, model,
    event_seq, turn_seq, created_at, updated_at, turn_api_key_id, created_by)
  select given.id, given.project_id, 'active', 'queued', given.prompt, given.mode, given.draft,
    array(select jsonb_array_elements_text(given.paths::jsonb)), given.budget::jsonb, given.metadata::jsonb, given.repository, given.base_ref,
    given.branch, given.model, 1, 1, date_trunc('milliseconds', at), date_trunc('milliseconds', at), given.key_id, given.author::jsonb
  from unnest(ids, project_ids, prompts, modes, drafts, path_lists, budgets, metadatas, repositories, base_refs, branches, models, key_ids,
      authors) with ordinality
    as given (id, project_id, prompt, mode, draft, paths, budget, metadata, repository, base_ref, branch, model, key_id, author, place)
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

-- Locks the next project that may run one more job, except those: of the project that runs the fewest, and of those the one whose last
-- claim is longest ago. Passes over projects in which others claim, and waits for one only when there is no other.
create function lock_open_project(except_for text[])
returns table (id text, is_limited boolean, is_full boolean) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select project_id, settings ? 'maxOpenPullRequests',
      coalesce(opening + open_pull_requests >= (settings ->> 'maxOpenPullRequests')::integer, false)
    from project_load join projects on projects.id = project_id
    where queued > 0 and coalesce(running < (settings ->> 'concurrency')::integer, true) and project_id <> all (except_for)
    order by running, last_claim_at nulls first, project_id limit 1
    for no key update of project_load skip locked;
  if found or except_for <> '{}' then
    return;
  end if;
  return query
    select project_id, settings ? 'maxOpenPullRequests',
      coalesce(opening + open_pull_requests >= (settings ->> 'maxOpenPullRequests')::integer, false)
    from project_load join projects on projects.id = project_id
    where queued > 0 and coalesce(running < (settings ->> 'concurrency')::integer, true)
    order by running, last_claim_at nulls first, project_id limit 1
    for no key update of project_load;
end $$;

-- Takes the next queued job for the worker. No row: there is none. A row without a job: `busy` is one that somebody else is changing.
-- Neither a project's concurrency nor its reviewers' capacity is ever exceeded: until the transaction ends nobody else claims in a
-- project whose counters are locked, and what it counts stays true.
create function claim_job(self text, new_lease text, runs_suspect boolean)
returns table (job jobs, project projects, note text, busy text) language plpgsql as $$
#variable_conflict use_column
declare
  seen text[] := '{}';
  open record;
  next record;
begin
  -- Most looks find nothing, and then lock nothing.
  if not can_claim() then
    return;
  end if;
  set local lock_timeout = '5s';
  -- A worker that others took for dead claims nothing; and nobody can take it for dead while it claims.
  perform 1 from workers where id = self for key share;
  if not found then
    return;
  end if;
  if runs_suspect and exists (
    select from jobs where status = 'active' and reason = 'queued' and crash_count + (lease is not null)::integer >= 3) then
    return;
  end if;
  loop
    select * into open from lock_open_project(seen);
    exit when not found;
    loop
      -- Others lock a job before its project's counters. Here the counters are locked already, so this never waits for a job.
      select id, case when stall_lease = lease then stall_note end as note into next
        from jobs where project_id = open.id and status = 'active' and reason = 'queued' order by queued_at, id limit 1
        for no key update skip locked;
      if not found then
        if claim_job.busy is null then
          select id into claim_job.busy
            from jobs where project_id = open.id and status = 'active' and reason = 'queued' order by queued_at, id limit 1;
        end if;
        exit;
      end if;
      if open.is_limited then
        -- Waits for the reviewers, behind those that wait already.
        update jobs set reason = 'waiting_capacity', updated_at = clock_timestamp()
          where id = next.id and pull_request is null and mode = 'pull_request' and lease is null
            and (open.is_full or exists (
              select from jobs as older where older.project_id = jobs.project_id and older.status = 'active'
                and older.reason = 'waiting_capacity' and (older.created_at, older.id) < (jobs.created_at, jobs.id)));
        continue when found;
      end if;
      -- A lease that is still set means that the worker before this one never gave the job back: it crashed.
      update jobs set worker_id = self, lease = new_lease, reason = 'running', stall_lease = null, stall_note = null,
          crash_count = crash_count + (lease is not null)::integer,
          started_at = coalesce(started_at, clock_timestamp()),
          turn_started_at = coalesce(turn_started_at, clock_timestamp()), updated_at = clock_timestamp()
        where id = next.id returning jobs.* into claim_job.job;
      select projects.* into claim_job.project from projects where id = open.id;
      claim_job.note := next.note;
      claim_job.busy := null;
      return next;
      return;
    end loop;
    seen := seen || open.id;
  end loop;
  if claim_job.busy is not null then
    return next;
  end if;
end $$;

-- Ends the turn and writes its event; false when the lease is no longer the job's. What people said too late for this turn is what the
-- next one is about: the job goes on with it at once.
create function finish_job(
  of_job text, its_lease text, its_status text, its_reason text, its_message text, its_title text, its_pull_request jsonb, its_checks jsonb,
  its_patch text, its_usage jsonb, its_longest_stall_ms integer, event json, event_author jsonb, event_version integer)
returns boolean language plpgsql as $$
declare
  finished jobs;
begin
  update jobs set status = its_status, reason = its_reason, message = its_message, title = coalesce(its_title, title),
    pull_request = coalesce(its_pull_request, pull_request), checks = its_checks, patch = coalesce(its_patch, patch), usage = its_usage,
    lease = null, worker_id = null, event_seq = event_seq + 1, longest_stall_ms = greatest(longest_stall_ms, its_longest_stall_ms),
    patch_seq = case when its_status = 'failed' and its_patch is null and has_logged_work(jobs) then turn_seq end,
    patch_due_at = clock_timestamp(), patch_tries = 0,
    updated_at = clock_timestamp(), finished_at = clock_timestamp()
  where id = of_job and lease = its_lease and status = 'active'
  returning * into finished;
  if not found then
    return false;
  end if;
  insert into job_events (job_id, seq, at, kind, data, author, version)
    values (of_job, finished.event_seq, clock_timestamp(), its_status, event, event_author, event_version);
  perform pg_notify('copydesk_job', of_job);
  if finished.message_seq > finished.messages_taken then
    update jobs set status = 'active', reason = 'queued', message = '', turn = turn + 1, turn_seq = event_seq, publish_only = false,
      turn_prompt = (
        select string_agg(data ->> 'prompt', E'\n\n' order by seq) from job_events
        where job_id = of_job and kind = 'message' and seq > jobs.messages_taken),
      messages_taken = message_seq, crash_count = 0, queued_at = clock_timestamp(), turn_started_at = null, finished_at = null
    where id = of_job;
  end if;
  return true;
end $$;

-- As before, but with times that an index can be searched by.
create or replace function is_chore_due(chore text, worker text, is_settled boolean) returns boolean language plpgsql stable as $$
begin
  case chore
    when 'dead_workers' then return
      exists (select from find_dead_workers(worker, is_settled)) or exists (select from find_stray_workers());
    when 'waiting_jobs' then return exists (
      select from project_load join projects on projects.id = project_id
      where waiting > 0 and coalesce(open_pull_requests + will_open < (settings ->> 'maxOpenPullRequests')::integer, true));
    when 'patches' then return exists (
      select from jobs where patch_seq is not null and patch_due_at <= now() and status <> 'active'
        and (worker_id is null or finished_at < now() - interval '60 seconds'));
    when 'feedback' then return
      exists (select from host_feedback where state in ('pending', 'sent') and due_at <= now())
      or exists (
        select from host_feedback as told join jobs on jobs.id = told.job_id
        where told.state = 'done' and told.failure_told_at is null and told.due_at <= now()
          and told.created_at > now() - interval '2 days'
          and jobs.turn = told.turn and jobs.status = 'failed' and jobs.reason <> 'cancelled');
    when 'deliveries' then return exists (
      select from webhook_deliveries join webhooks on webhooks.id = webhook_id and disabled_at is null
      where state = 'pending' and due_at <= now());
    when 'branch_deletions' then return exists (
      select from jobs where branch_delete_due_at <= now() and status <> 'active' and lease is null);
    else return true;
  end case;
end $$;

-- As before, in the order of an index that has only projects with queued jobs.
create or replace function can_claim() returns boolean language sql stable as $$
  select coalesce((
    select true from project_load join projects on projects.id = project_id
    where queued > 0 and coalesce(running < (settings ->> 'concurrency')::integer, true)
    order by running, last_claim_at nulls first, project_id limit 1), false)
$$;

-- As before, but one project after the other: with all of them in one statement the plan reads all counters there are.
create or replace function count_added_jobs() returns trigger language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select jobs.project_id,
      count(*) filter (where is_queued(jobs)) as queued,
      count(*) filter (where is_waiting(jobs)) as waiting,
      count(*) filter (where is_running(jobs)) as running,
      count(*) filter (where is_running(jobs) and will_open(jobs)) as opening,
      count(*) filter (where will_open(jobs)) as will_open,
      count(*) filter (where has_open_pull_request(jobs)) as open_pull_requests
    from added as jobs group by jobs.project_id order by jobs.project_id
  loop
    update project_load set
      queued = project_load.queued + sums.queued,
      waiting = project_load.waiting + sums.waiting,
      running = project_load.running + sums.running,
      opening = project_load.opening + sums.opening,
      will_open = project_load.will_open + sums.will_open,
      open_pull_requests = project_load.open_pull_requests + sums.open_pull_requests
    where project_load.project_id = sums.project_id;
  end loop;
  if exists (select from added as jobs where is_queued(jobs)) then
    perform pg_notify('copydesk_queue', '');
  end if;
  return null;
end $$;
