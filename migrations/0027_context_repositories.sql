-- Repositories that a project's jobs may read and never write. Credentials are sealed under the row's own id.
create table context_repositories (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  repository text not null,
  -- null: the branch that the repository's HEAD names.
  ref text,
  -- Globs of what jobs see; none: everything.
  include text[] not null default '{}',
  host text not null,
  host_url text,
  credentials text,
  created_at timestamptz not null default clock_timestamp(),
  unique (project_id, name)
);
