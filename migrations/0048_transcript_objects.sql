-- runs-beside: 0040_mended_conflicts.sql
-- Transcripts (events and diff) that have left the store for the archive.

-- A transcript that was brought back stays until then.
alter table jobs add column transcript_kept_until timestamptz;

create table transcript_objects (
  name text primary key,
  -- Null: the job has gone, or a newer object has taken its place. Then the object is removed.
  job_id text references jobs (id) on delete set null,
  last_seq integer not null,
  -- Null: on its way.
  stored_at timestamptz
);

create index transcript_objects_of_jobs on transcript_objects (job_id);
