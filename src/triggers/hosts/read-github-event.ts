import type { z } from "zod";
import { parseDelivery } from "../../code-hosts/parse-delivery.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import { comment, type person, pullRequest, push, release } from "./github-event-schemas.ts";
import { isDeletion, readPushedCommits, shortRef } from "./push-parts.ts";

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
