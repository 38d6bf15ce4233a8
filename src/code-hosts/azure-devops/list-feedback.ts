import { listedCommentsMax, readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { AzureClient } from "./client.ts";
import { listFailedChecks } from "./list-failed-checks.ts";
import { listSchema, threadSchema } from "./schemas.ts";
import { toCommentEvent } from "./to-comment-event.ts";

/**
 * Lists comments since a time, oldest first, then the failed checks of the commit. Leaves out whatever the
 * token may not read. Throws `code_host_unauthorized`, `code_host_refused`, `code_host_unavailable`.
 */
export async function listFeedback(client: AzureClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = await readAllowed(() => listComments(client, query));
  return [
    ...saidSince(said, query.since).slice(-listedCommentsMax),
    ...(await listFailedChecks(client, query)),
  ];
}

/** Threads come complete and are not paginated. */
async function listComments(client: AzureClient, { number }: FeedbackQuery): Promise<TimedComment[]> {
  const { data } = await client.request({
    path: `${client.path}/pullRequests/${number}/threads`,
    action: "read the comments",
    schema: listSchema(threadSchema),
  });
  const repository = await client.repository();
  return data.value.flatMap((thread) =>
    (thread.comments ?? []).flatMap((comment) => {
      const event = toCommentEvent(comment, { repository, number, thread });
      return event === null ? [] : [{ saidAtMs: Date.parse(comment.publishedDate ?? ""), event }];
    }),
  );
}
