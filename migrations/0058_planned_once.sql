-- runs-beside: 0032_policy_of_jobs.sql
-- An expression of a procedural function that holds a query is planned again each time where the plan for its present values costs
-- less than the general one, as for a branch that is null: a third of what a create cost PostgreSQL.

-- As before in 0055_cheaper_creates.sql, but only creates that choose a branch reach that query.
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
  is_taken boolean;
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
    is_taken := false;
    if input.extra ? 'branch' then
      is_taken := input.extra ->> 'branch' = input.base_ref or input.extra ->> 'branch' = any (batch_branches)
        or exists (select from jobs where project_id = in_project and branch = input.extra ->> 'branch' and has_chosen_branch);
    end if;
    if input.assumed is distinct from project_facts then
      outcome := 'stale';
      facts := project_facts;
    elsif input.refused then
      outcome := 'refused';
    elsif is_taken then
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
