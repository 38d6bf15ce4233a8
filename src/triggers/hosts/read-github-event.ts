import { z } from "zod";
import { parseDelivery } from "../../code-hosts/parse-delivery.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import { isDeletion, readPushedCommits, shortRef } from "./push-parts.ts";

const text = z.string().nullish();
const person = z.object({ login: text, username: text, name: text }).nullish();
const repository = z.object({ html_url: z.string() });

const push = z.object({
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

const pullRequest = z.object({
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

const release = z.object({
  action: z.string(),
  release: z.object({ tag_name: z.string(), name: text, body: text, html_url: text, author: person }),
  repository,
});

const comment = z.object({
  action: z.string(),
  issue: z.object({ number: z.int(), title: text, body: text, html_url: text, user: person }),
  comment: z.object({ body: text, html_url: text, user: person }).nullish(),
  repository,
});

/**
 * Reads events of GitHub, and of Gitea and Forgejo, whose format is the same. Returns an empty list if
 * nothing is to be started.
 */
export function readGithubEvent(name: string, payload: unknown): TriggerEvent[] {
  switch (name) {
    case "push":
      return readPush(parseDelivery(push, payload));
    case "pull_request":
      return readMerge(parseDelivery(pullRequest, payload));
    case "release":
      return readRelease(parseDelivery(release, payload));
    case "issue_comment":
    case "pull_request_comment":
    case "issues":
      return readComment(parseDelivery(comment, payload));
    default:
      return [];
  }
}

function readPush({ ref, before, after, ...told }: z.output<typeof push>): TriggerEvent[] {
  if (isDeletion(after)) return [];
  const isTag = ref.startsWith("refs/tags/");
  const { text: said, ...touched } = readPushedCommits(told.commits ?? [], told.total_commits ?? undefined);
  const head = told.head_commit;
  const author = loginOf(told.pusher) ?? loginOf(head?.author);
  return [
    {
      kind: isTag ? "release" : "push",
      repository: told.repository.html_url,
      ref: shortRef(ref),
      commit: after,
      ...(before && { before }),
      ...(!isTag && touched),
      ...(author && { author }),
      ...(head?.url && { url: head.url }),
      text: said || (head?.message ?? ""),
    },
  ];
}

function readMerge({ action, pull_request: one, ...told }: z.output<typeof pullRequest>): TriggerEvent[] {
  if (action !== "closed" || one.merged !== true) return [];
  const author = loginOf(one.user);
  return [
    {
      kind: "merge",
      repository: told.repository.html_url,
      ref: one.base.ref,
      ...(one.merge_commit_sha && { commit: one.merge_commit_sha }),
      // For a merge, the branch that was merged.
      before: one.head.ref,
      labels: (one.labels ?? []).map(({ name }) => name),
      number: one.number,
      ...(one.title && { title: one.title }),
      ...(author && { author }),
      ...(one.html_url && { url: one.html_url }),
      text: one.body ?? "",
    },
  ];
}

function readRelease({ action, release: one, ...told }: z.output<typeof release>): TriggerEvent[] {
  if (action !== "published") return [];
  const author = loginOf(one.author);
  return [
    {
      ...{ kind: "release", repository: told.repository.html_url, ref: one.tag_name },
      ...(one.name && { title: one.name }),
      ...(author && { author }),
      ...(one.html_url && { url: one.html_url }),
      text: one.body ?? "",
    },
  ];
}

function readComment({ action, issue, comment: one, ...told }: z.output<typeof comment>): TriggerEvent[] {
  if (action !== "created" && action !== "opened") return [];
  const said = one ?? issue;
  const author = loginOf(said.user);
  return [
    {
      ...{ kind: "comment", repository: told.repository.html_url, number: issue.number },
      ...(issue.title && { title: issue.title }),
      ...(author && { author }),
      ...(said.html_url && { url: said.html_url }),
      text: said.body ?? "",
    },
  ];
}

function loginOf(who: z.output<typeof person>): string | undefined {
  return who?.login ?? who?.username ?? who?.name ?? undefined;
}
