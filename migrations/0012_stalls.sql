-- The longest time for which the main thread of a worker did not answer while it ran the job.
alter table jobs add column longest_stall_ms integer not null default 0;

-- The job has stopped its worker: whoever claims it next fails it with this note. It counts only while the lease is the one of then.
alter table jobs add column stall_lease text;
alter table jobs add column stall_note text;
