-- Local pull requests are merged and approved in Copydesk itself. A merge's commit is kept here before it is pushed, so that whoever
-- comes after a process that died in between finds it on the base branch and does not merge again.
alter table pull_requests
  add column planned_merges text[] not null default '{}',
  add column merge_commit text,
  add column merged_head text,
  add column merged_at timestamptz,
  add column merged_by jsonb,
  add column approvals jsonb not null default '[]';
