-- Jobs with one topic share one pull request: a create whose topic has a job under way is the next turn of that job.

alter table jobs add column topic text;
create index jobs_of_topic on jobs (project_id, topic, created_at desc) where topic is not null;

-- Whether the create that the answer is kept for began a job, or was the next turn of one.
alter table idempotency_keys add column joined boolean not null default false;

-- The topic is said in webhooks too, whatever else a message has of its job.
create function add_topic_to_message() returns trigger language plpgsql as $$
begin
  new.job := new.job || jsonb_build_object('topic', (select topic from jobs where id = new.job ->> 'id'));
  return new;
end $$;
create trigger webhook_messages_topic before insert on webhook_messages for each row
  when (new.job ? 'id') execute function add_topic_to_message();
