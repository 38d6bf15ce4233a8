-- Which .copydesk.yml a job was held to: the hash of the file at its base. Null: it had none.
alter table jobs add column policy_blob text;
