-- runs-beside: 0032_policy_of_jobs.sql
-- What is known of backups of this store, for `copydesk doctor`.

create table backups (
  at timestamptz primary key default clock_timestamp(),
  kind text not null check (kind in ('taken', 'noted', 'restored')),
  -- Who ran the command, and what made the backup.
  author jsonb not null,
  tool text not null,
  bytes bigint
);
