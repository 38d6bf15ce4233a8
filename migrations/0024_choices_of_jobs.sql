-- What a create may say about its pull request, and jobs that are deleted.

alter table jobs
  -- Beside those of the project's settings.
  add column labels text[] not null default '{}',
  add column reviewers text[] not null default '{}',
  -- Of the first pull request; the agent's own when null.
  add column chosen_title text,
  -- The branch has the name that the create gave it, not one that is made from the job's id.
  add column has_chosen_branch boolean not null default false;

-- No two jobs of a project share a branch, not even after their pull requests have ended: each may be continued.
create unique index jobs_chosen_branch on jobs (project_id, branch) where has_chosen_branch;

drop function create_jobs(text[], text[], text[], text[], boolean[], text[], text[], text[], text[], text[], text[], text[], text[], text[], text[],
  text[], bytea[], text[], jsonb[], boolean[], text, integer, integer);

-- Decides creates in their order, and writes the jobs that are admitted with their first events, uses and kept answers: replays first,
-- then what the caller took for granted of the project (`facts`), its refusal, a branch name that another job has, the caps, and what is left
-- of the hour's limit. Few creates have `extras` (labels, reviewers, branch, title): the others pay nothing for them.
-- In an answer, which only those with a key have, `marker` stands for the time of the create. Until the end nobody else creates in these projects.
create function create_jobs(
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
  oldest timestamptz;
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
    select * from unnest(ids, project_ids, keys, hashes, answers, assumed, refusals, key_ids, base_refs, extras) with ordinality
      as given (id, project_id, key, hash, answer, assumed, refused, key_id, base_ref, extra, place)
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

-- As before, with what the create has chosen.
create or replace function write_webhook_messages() returns trigger language plpgsql as $$
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
