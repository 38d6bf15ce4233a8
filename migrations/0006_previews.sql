-- The turn opens the pull request of what an earlier one had ready, and asks no model.
alter table jobs add column publish_only boolean not null default false;
