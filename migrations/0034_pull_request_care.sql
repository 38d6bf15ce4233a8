-- runs-beside: 0032_policy_of_jobs.sql
-- What is done by itself about open pull requests: reminders, words about conflicts, merges.
create table pull_request_care (
  job_id text primary key references jobs (id) on delete cascade,
  -- When somebody looked last, and how often in a row that has failed.
  looked_at timestamptz not null,
  failures integer not null default 0,
  reminded_at timestamptz,
  -- The branch's commit of which it was said that it conflicts with the base.
  conflict_commit text,
  -- Why it is not merged by itself; null where the project does not want that.
  merge_note text
);

insert into chores (name, every) values ('pull_request_care', '20 seconds');
