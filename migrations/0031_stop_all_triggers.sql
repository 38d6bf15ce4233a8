-- runs-beside: 0029_triggers.sql
-- What the operator has switched for the whole instance.
create table instance_switches (
  name text primary key check (name in ('triggers_stopped')),
  set_at timestamptz not null default clock_timestamp()
);

-- Nothing starts by itself: in the project whose own time of stopping is given, or anywhere.
create function triggers_are_stopped(stopped_at timestamptz) returns boolean language sql stable as $$
  select stopped_at is not null or exists (select from instance_switches where name = 'triggers_stopped')
$$;
