import { listedCommentsMax, readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { BitbucketClient } from "./client.ts";
import { listStatuses } from "./read-checks.ts";
import { type BitbucketComment, commentSchema } from "./schemas.ts";
import { toCheckEvent } from "./to-check-event.ts";
import { toCommentEvent } from "./to-comment-event.ts";

/**
 * Lists comments since a time, oldest first, then the failed builds of the commit. Leaves out whatever the
 * token may not read. Throws `code_host_unauthorized`, `code_host_refused`, `code_host_unavailable`.
 */
export async function listFeedback(client: BitbucketClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = await readAllowed(() => listComments(client, query));
  return [...saidSince(said, query.since), ...(await readAllowed(() => listFailedChecks(client, query)))];
}

/** Reads the most recently changed comments first and stops at `since`. */
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

/** A review's comment may be written long before it is published; publishing then is its last change. */
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
