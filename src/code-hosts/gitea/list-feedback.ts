import { z } from "zod";
import { listedCommentsMax, readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { GiteaClient } from "./client.ts";
import { isFailedState, toCommentEvent, toFailedCheck } from "./feedback-events.ts";
import { commentSchema, lineCommentSchema, reviewSchema, statusSchema } from "./schemas.ts";

type Review = z.output<typeof reviewSchema>;
type LineComment = z.output<typeof lineCommentSchema>;

/** Each review takes one more request. */
const reviewsWithLinesMax = 100;
const handedIn = ["APPROVED", "COMMENT", "REQUEST_CHANGES"];

/** Lists comments, the texts and line comments of reviews, and the failed statuses of the commit. */
export async function listFeedback(client: GiteaClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = [
    ...(await readAllowed(() => listComments(client, query))),
    ...(await readAllowed(() => listReviewed(client, query))),
  ];
  return [...saidSince(said, query.since), ...(await readAllowed(() => listFailedChecks(client, query)))];
}

/** Not paginated. `since` also returns older comments that were changed since. */
async function listComments(client: GiteaClient, { number, since }: FeedbackQuery): Promise<TimedComment[]> {
  const { data } = await client.request({
    path: `${client.path}/issues/${number}/comments`,
    query: { since: since.toISOString() },
    action: "read the comments",
    schema: z.array(commentSchema),
  });
  return data.slice(-listedCommentsMax).map((comment) => ({
    saidAtMs: Date.parse(comment.created_at),
    event: toCommentEvent(number, comment),
  }));
}

async function listReviewed(client: GiteaClient, { number }: FeedbackQuery): Promise<TimedComment[]> {
  const path = `${client.path}/pulls/${number}/reviews`;
  const reviews: Review[] = [];
  for await (const review of client.list({ path, item: reviewSchema, action: "read the reviews" })) {
    if (handedIn.includes(review.state) && !review.dismissed) reviews.push(review);
    if (reviews.length === listedCommentsMax) break;
  }
  const said = reviews.filter(({ body }) => body?.trim()).map((review) => toTimedReview(number, review));
  // A reply is added to the old review, which does not show it.
  const withLines = reviews.filter(({ comments_count: count }) => count !== 0);
  for (const review of withLines.slice(-reviewsWithLinesMax)) {
    said.push(...(await readAllowed(() => listLineComments(client, { number, review }))));
  }
  return said;
}

function toTimedReview(number: number, review: Review): TimedComment {
  const { id, body, user, html_url: url } = review;
  const event = { kind: "comment", number, id: `review-${id}`, author: user?.login ?? "" } as const;
  return { saidAtMs: handedInAtMs(review), event: { ...event, text: body ?? "", url: url ?? "" } };
}

/** Leaves out resolved conversations. */
async function listLineComments(
  client: GiteaClient,
  { number, review }: { number: number; review: Review },
): Promise<TimedComment[]> {
  const { data } = await client.request({
    path: `${client.path}/pulls/${number}/reviews/${review.id}/comments`,
    action: "read the comments on lines",
    schema: z.array(lineCommentSchema).nullable(),
  });
  const comments = data ?? [];
  const resolved = new Set(comments.filter(({ resolver }) => resolver != null).map(conversationOf));
  return comments
    .filter((comment) => !resolved.has(conversationOf(comment)))
    .sort((one, other) => one.id - other.id)
    .map((comment) => {
      const line = lineOf(comment);
      const place = { path: comment.path, ...(line === 0 ? {} : { line }) };
      // Comments written before the review was submitted were not readable until then.
      const saidAtMs = Math.max(Date.parse(comment.created_at), handedInAtMs(review));
      return { saidAtMs, event: { ...toCommentEvent(number, comment), ...place } };
    });
}

function handedInAtMs({ submitted_at: begun, updated_at: changed }: Review): number {
  return Math.max(Date.parse(begun), Date.parse(changed ?? begun));
}

function lineOf({ position, original_position: old }: LineComment): number {
  return position || old || 0;
}

/** Only the first comment of a conversation has its location; replies share it. */
function conversationOf({ path, position, original_position: old }: LineComment): string {
  return JSON.stringify([path, position, old]);
}

/**
 * Lists the newest status per context, which covers the instance's own workflows as well as other services.
 */
async function listFailedChecks(
  client: GiteaClient,
  { branch, checkedCommit }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (checkedCommit === null) return [];
  const statuses = client.list({
    path: `${client.path}/commits/${checkedCommit}/status`,
    item: statusSchema,
    within: "statuses",
    action: "read the checks of the commit",
  });
  const failed: FeedbackEvent[] = [];
  for await (const { context: name, status, description: text, target_url: page } of statuses) {
    if (!isFailedState(status)) continue;
    const url = page ? URL.parse(page, client.baseUrl)?.href : null;
    failed.push(toFailedCheck({ branch, commit: checkedCommit, name, text, url }));
  }
  return failed;
}
