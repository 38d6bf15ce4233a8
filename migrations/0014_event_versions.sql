-- In which version of the log's schema an event was written (src/jobs/events.ts). Events that are older than this column, and those of
-- processes of an earlier release that still run, have version 1.
alter table job_events add column version smallint not null default 1;
