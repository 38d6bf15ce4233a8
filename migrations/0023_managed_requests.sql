-- What a request with an Idempotency-Key that creates or rotates something has returned, for a day. It may hold a new secret: it is sealed.

create table managed_requests (
  -- A hash of who sent it, the operation and the key.
  id text primary key,
  request_hash bytea not null,
  -- Null while it is worked on.
  response text,
  created_at timestamptz not null default clock_timestamp()
);
create index managed_requests_age on managed_requests (created_at);

alter table management_keys add foreign key (organisation_id) references organisations;

-- Usage by month: the jobs that were created in it.
create index jobs_created on jobs (created_at, project_id);
