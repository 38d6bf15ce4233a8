-- runs-beside: 0032_policy_of_jobs.sql
-- How many turns were begun by themselves because the base branch conflicts; there is a cap.
alter table pull_request_care add column mend_turns integer not null default 0;
