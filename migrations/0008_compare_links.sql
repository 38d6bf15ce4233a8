-- What the git server itself offered when the branch was pushed, such as a page that compares it.
alter table pull_requests add column compare_url text;
