import { listedCommentsMax, readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { FeedbackEvent, FeedbackQuery } from "../types.ts";
import type { BitbucketClient } from "./client.ts";
import { listStatuses } from "./read-checks.ts";
import { type BitbucketComment, commentSchema } from "./schemas.ts";
import { toCheckEvent } from "./to-check-event.ts";
import { toCommentEvent } from "./to-comment-event.ts";

/**
 * Comments since a time, the oldest first, and the commit's builds that have failed. What the token may not
 * read is left out. Rejects with `code_host_unauthorized`, `code_host_refused`, `code_host_unavailable`.
 */
export async function listFeedback(client: BitbucketClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = await readAllowed(() => listComments(client, query));
  return [...saidSince(said, query.since), ...(await readAllowed(() => listFailedChecks(client, query)))];
}

/** The last to be changed first, as far as they are wanted. */
async function listComments(
  client: BitbucketClient,
  { number, since }: FeedbackQuery,
): Promise<TimedComment[]> {
  const newest = client.list({
    path: `${client.path}/pullrequests/${number}/comments`,
    query: { sort: "-updated_on" },
    item: commentSchema,
    action: "read the comments",
  });
  const read: BitbucketComment[] = [];
  for await (const comment of newest) {
    if (saidAtMsOf(comment) < since.getTime() || read.length === listedCommentsMax) break;
    read.push(comment);
  }
  return read.toReversed().flatMap((comment) => {
    const event = toCommentEvent(number, comment);
    return event === null ? [] : [{ saidAtMs: saidAtMsOf(comment), event }];
  });
}

/** A review's comment may be written long before it is published, which is its last change then. */
function saidAtMsOf({ updated_on: changed }: BitbucketComment): number {
  return Date.parse(changed);
}

async function listFailedChecks(
  client: BitbucketClient,
  { number, checkedCommit: commit }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (commit === null) return [];
  return (await listStatuses(client, { number, commit })).flatMap((status) => toCheckEvent(status) ?? []);
}
