-- Code hosts: where a project's API is, and what it is reached with.

alter table projects
  -- Base of the host's API; null when the repository's URL tells it.
  add column host_url text,
  -- Encrypted JSON, see src/secrets; null for a host that needs none.
  add column credentials text;

-- Of the local host: topic → {body, at}.
alter table pull_requests add column comments jsonb not null default '{}';
