import { z } from "zod";
import { parseDelivery } from "../../code-hosts/parse-delivery.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import { readPushedCommits } from "./push-parts.ts";

const text = z.string().nullish();
const link = z.object({ html: z.object({ href: z.string() }) });
const actor = z.object({ nickname: text, account_id: text }).nullish();
const repository = z.object({ links: link });
const end = z.object({
  type: z.string(),
  name: z.string(),
  target: z.object({ hash: z.string(), message: text }),
});

const push = z.object({
  actor,
  repository,
  push: z.object({
    changes: z.array(
      z.object({
        new: end.nullish(),
        old: end.nullish(),
        /** The newest five commits. */
        commits: z.array(z.object({ message: text })).nullish(),
      }),
    ),
  }),
});

const about = z.object({ id: z.int(), title: text, links: link.nullish() });

const merged = z.object({
  actor,
  repository,
  pullrequest: about.extend({
    description: text,
    source: z.object({ branch: z.object({ name: z.string() }) }),
    destination: z.object({ branch: z.object({ name: z.string() }) }),
    merge_commit: z.object({ hash: z.string() }).nullish(),
  }),
});

const comment = z.object({
  actor,
  repository,
  comment: z.object({ content: z.object({ raw: z.string() }), links: link.nullish() }),
  issue: about.nullish(),
  pullrequest: about.nullish(),
});

/** Returns an empty list if nothing is to be started. Deliveries do not include changed paths. */
export function readBitbucketEvent(key: string, payload: unknown): TriggerEvent[] {
  switch (key) {
    case "repo:push":
      return readPush(parseDelivery(push, payload));
    case "pullrequest:fulfilled":
      return [readMerge(parseDelivery(merged, payload))];
    case "issue:comment_created":
    case "pullrequest:comment_created":
      return [readComment(parseDelivery(comment, payload))];
    default:
      return [];
  }
}

function readPush({ actor: who, repository: place, push: told }: z.output<typeof push>): TriggerEvent[] {
  return told.changes.flatMap(({ new: now, old, commits }): TriggerEvent[] => {
    if (now === null || now === undefined) return [];
    return [
      {
        kind: now.type === "tag" ? "release" : "push",
        ...{ repository: place.links.html.href, ref: now.name, commit: now.target.hash },
        ...(old && { before: old.target.hash }),
        ...(who?.nickname && { author: who.nickname }),
        text: commits?.length ? readPushedCommits(commits).text : (now.target.message ?? ""),
      },
    ];
  });
}

function readMerge({
  actor: who,
  repository: place,
  pullrequest: one,
}: z.output<typeof merged>): TriggerEvent {
  return {
    ...{ kind: "merge", repository: place.links.html.href, ref: one.destination.branch.name, number: one.id },
    ...(one.merge_commit && { commit: one.merge_commit.hash }),
    before: one.source.branch.name,
    ...(one.title && { title: one.title }),
    ...(who?.nickname && { author: who.nickname }),
    ...(one.links && { url: one.links.html.href }),
    text: one.description ?? "",
  };
}

function readComment({ actor: who, repository: place, ...told }: z.output<typeof comment>): TriggerEvent {
  const one = told.issue ?? told.pullrequest;
  const author = who?.account_id ?? who?.nickname;
  return {
    ...{ kind: "comment", repository: place.links.html.href },
    ...(one && { number: one.id }),
    ...(one?.title && { title: one.title }),
    ...(author && { author }),
    ...(told.comment.links && { url: told.comment.links.html.href }),
    text: told.comment.content.raw,
  };
}
