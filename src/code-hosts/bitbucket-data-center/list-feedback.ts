import type { z } from "zod";
import { listedCommentsMax, readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { DataCenterClient } from "./client.ts";
import { listComments } from "./list-comments.ts";
import { listBuilds } from "./read-checks.ts";
import type { anchorSchema, DataCenterComment } from "./schemas.ts";
import { toCommentEvent } from "./to-comment-event.ts";

interface Heard {
  comment: DataCenterComment;
  /** Anchor of the thread. */
  anchor: z.output<typeof anchorSchema> | null | undefined;
  saidAtMs: number;
  /** True if the comment's thread is resolved, or its review not submitted yet. */
  isSilent: boolean;
}

/** Lists comments and replies, general and on lines, and the failed builds of the commit. */
export async function listFeedback(client: DataCenterClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = await readAllowed(() => listSaid(client, query));
  return [...saidSince(said, query.since), ...(await readAllowed(() => listFailedBuilds(client, query)))];
}

async function listSaid(client: DataCenterClient, { number }: FeedbackQuery): Promise<TimedComment[]> {
  const heard = new Map<number, Heard>();
  for await (const { comment, commentAnchor, commentAction, createdDate } of listComments(client, number)) {
    // Comments written before their review was submitted were not readable until then.
    const saidAtMs = commentAction === "EDITED" ? 0 : createdDate;
    hear(heard, { comment, anchor: commentAnchor ?? comment.anchor, saidAtMs, isSilent: false });
    if (heard.size >= listedCommentsMax) break;
  }
  const page = `${client.root}${client.path}/pull-requests/${number}`;
  const inOrder = [...heard.values()].sort((one, other) => one.comment.id - other.comment.id);
  return inOrder.flatMap(({ comment, anchor, saidAtMs, isSilent }) => {
    const event = isSilent ? null : toCommentEvent(comment, { number, anchor, page });
    return event === null ? [] : [{ saidAtMs, event }];
  });
}

/** A reply is listed twice: on its own, without a location, and again below the comment that it answers. */
function hear(heard: Map<number, Heard>, told: Heard): void {
  const { comment, saidAtMs } = told;
  const known = heard.get(comment.id);
  const anchor = told.anchor ?? known?.anchor;
  const isSilent =
    told.isSilent || known?.isSilent === true || comment.threadResolved === true || comment.state !== "OPEN";
  heard.set(comment.id, {
    comment,
    anchor,
    saidAtMs: Math.max(saidAtMs, known?.saidAtMs ?? 0, comment.createdDate),
    isSilent,
  });
  for (const answer of comment.comments ?? [])
    hear(heard, { comment: answer, anchor, saidAtMs: 0, isSilent });
}

async function listFailedBuilds(
  client: DataCenterClient,
  { branch, checkedCommit: commit }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (commit === null) return [];
  const failed = (await listBuilds(client, commit)).filter(({ state }) => state === "FAILED");
  return failed.map(({ key, name, description, url }) => ({
    ...{ kind: "check_failed", branch, commit, name: name || key, text: description ?? "", url: url ?? "" },
  }));
}
