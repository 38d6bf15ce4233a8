-- Where the branch of a job is when it could not be pushed to the repository itself: {repository, owner}.
alter table jobs add column fork jsonb;

-- Jobs that nothing happens to any more are archived, the oldest first.
create index jobs_idle on jobs (updated_at) where status in ('completed', 'failed');
