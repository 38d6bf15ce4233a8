-- runs-beside: 0032_policy_of_jobs.sql
-- Where nobody has a trigger or a channel of Slack, nobody looks whether they have work: an idle worker asks the store for its pulse alone.
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
    when 'triggers', 'trigger_sources' then return exists (select from triggers);
    when 'slack' then return exists (select from slack_connections);
    else return true;
  end case;
end $$;
