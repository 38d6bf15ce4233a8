-- runs-beside: 0032_policy_of_jobs.sql
-- Every event of a job changes its updated_at. While an index had that column, each of those updates wrote into all indexes of the job.
create index jobs_idle_since on jobs (project_id, finished_at) where status in ('completed', 'failed');
drop index jobs_idle_of_project;
-- Leaves room on a job's page for the next version of its row.
alter table jobs set (fillfactor = 75);
