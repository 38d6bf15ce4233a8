-- Comments and failed checks that the host was asked for, where its webhooks do not tell them.

alter table jobs
  -- Until when the host was asked what was said about the pull request.
  add column feedback_asked_at timestamptz;

alter table host_feedback
  -- The host's own, of a comment: the same whether it was told or asked for.
  add column comment_id text;
create unique index host_feedback_comment on host_feedback (job_id, number, comment_id) where comment_id is not null;
