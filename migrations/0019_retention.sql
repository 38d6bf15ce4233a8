-- What is kept of jobs that have ended: their transcript (events and diff) for some time, their record for longer.

alter table jobs add column transcript_expired_at timestamptz;

update jobs set finished_at = updated_at where status <> 'active' and finished_at is null;

create index jobs_with_transcript on jobs (project_id, finished_at) where status <> 'active' and transcript_expired_at is null;
create index jobs_ended on jobs (project_id, finished_at) where status <> 'active';
create index pull_requests_of_jobs on pull_requests (job_id);

insert into chores (name, every) values ('retention', '1 minute');
