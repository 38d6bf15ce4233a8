-- runs-beside: 0032_policy_of_jobs.sql
-- The inbox lists previews beside open pull requests.
create index jobs_ready_previews on jobs (project_id) where status = 'completed' and reason = 'preview_ready';
