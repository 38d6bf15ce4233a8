-- runs-beside: 0032_policy_of_jobs.sql
-- Every create wrote into both: a worker's jobs are found by jobs_worker, and those of a project that are active by jobs_newest_of_status.
drop index jobs_active_worker;
drop index jobs_waiting;
