import { z } from "zod";

const text = z.string().nullish();
export const person = z.object({ login: text, username: text, name: text }).nullish();
const repository = z.object({ html_url: z.string() });

export const push = z.object({
  ref: z.string(),
  before: text,
  after: z.string(),
  repository,
  commits: z
    .array(
      z.object({
        message: text,
        added: z.array(z.string()).nullish(),
        removed: z.array(z.string()).nullish(),
        modified: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
  /** Sent by Gitea and Forgejo, which include only the newest five commits. */
  total_commits: z.int().nullish(),
  head_commit: z.object({ message: text, url: text, author: person }).nullish(),
  pusher: person,
});

export const pullRequest = z.object({
  action: z.string(),
  pull_request: z.object({
    number: z.int(),
    title: text,
    body: text,
    html_url: text,
    merged: z.boolean().nullish(),
    merge_commit_sha: text,
    base: z.object({ ref: z.string() }),
    head: z.object({ ref: z.string() }),
    labels: z.array(z.object({ name: z.string() })).nullish(),
    user: person,
  }),
  repository,
});

export const release = z.object({
  action: z.string(),
  release: z.object({ tag_name: z.string(), name: text, body: text, html_url: text, author: person }),
  repository,
});

export const comment = z.object({
  action: z.string(),
  issue: z.object({ number: z.int(), title: text, body: text, html_url: text, user: person }),
  comment: z.object({ body: text, html_url: text, user: person }).nullish(),
  repository,
});
