import type { DiffFile } from "../diff/parse-unified-diff.ts";
import { AppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { readIdempotencyKey } from "../jobs/read-idempotency-key.ts";
import {
  messageCharactersMax,
  type SendMessageDeps,
  type SentMessage,
  sendPrompt,
} from "../jobs/send-message.ts";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertFresh } from "./assert-fresh.ts";
import { findChange } from "./find-change.ts";
import { loadReviewJob, type ReviewJob } from "./load-review-job.ts";
import { readBothSides } from "./read-both-sides.ts";
import type { ReviewDeps } from "./review-deps.ts";
import { type CommentsInput, commentsBody } from "./review-inputs.ts";
import { type QuotedComment, writePlainReviewPrompt, writeReviewPrompt } from "./write-review-prompt.ts";

export interface CommentsDeps extends SendMessageDeps {
  review: ReviewDeps;
}

const choresModel = "copydesk/chores";

/**
 * Sends all comments of a review as one follow-up. Throws as `sendMessage` does, `stale_review` if the branch
 * has moved since, and `invalid_request` if a line does not exist or the message would be too long.
 */
export async function sendReviewComments(
  deps: CommentsDeps,
  address: JobAddress,
  input: unknown,
  options: { author: Author; idempotencyKey?: string | undefined },
): Promise<SentMessage> {
  const review = parseInput(commentsBody, input);
  const job = await loadReviewJob(deps.review, address);
  const idempotency = readIdempotencyKey(options.idempotencyKey, { jobId: job.id, review });
  const isSent = idempotency !== null && (await wasSent(deps, address, idempotency));
  // A repeated request gets the original answer, whatever has happened to the branch since.
  if (!isSent) assertFresh(job, review.headCommit);
  const comments = isSent ? unquoted(review) : await quoteAll(deps.review, job, review.comments);
  const prompt =
    job.model === choresModel
      ? writePlainReviewPrompt(review.summary, comments)
      : writeReviewPrompt(review.summary, comments);
  assertShort(prompt);
  return await sendPrompt(deps, address, { prompt, idempotency, author: options.author });
}

async function wasSent(
  { database }: CommentsDeps,
  { projectId }: JobAddress,
  { key, requestHash }: { key: string; requestHash: Buffer },
): Promise<boolean> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ request_hash: Buffer }>(
      "select request_hash from idempotency_keys where project_id = $1 and key = $2 and operation = 'message' and created_at > clock_timestamp() - interval '24 hours'",
      [projectId, key],
    ),
  );
  return rows[0]?.request_hash.equals(requestHash) === true;
}

function unquoted({ comments }: CommentsInput): QuotedComment[] {
  return comments.map((comment) => ({ comment, lines: null }));
}

async function quoteAll(
  deps: ReviewDeps,
  job: ReviewJob,
  comments: CommentsInput["comments"],
): Promise<QuotedComment[]> {
  const texts = new Map<string, Promise<readonly string[] | null>>();
  const linesOf = (file: DiffFile, side: "before" | "after") => {
    const key = `${side}:${file.newPath}`;
    const known = texts.get(key) ?? readLines(deps, job, file, side);
    texts.set(key, known);
    return known;
  };
  const quoted: QuotedComment[] = [];
  for (const [index, comment] of comments.entries()) {
    const lines = await linesOf(findChange(job, comment.path), comment.side);
    assertLines(comment, index, lines?.length ?? null);
    quoted.push({ comment, lines: lines?.slice(comment.startLine - 1, comment.line) ?? null });
  }
  return quoted;
}

async function readLines(
  deps: ReviewDeps,
  job: ReviewJob,
  file: DiffFile,
  side: "before" | "after",
): Promise<readonly string[] | null> {
  const text = (await readBothSides(deps, job, file))[side];
  return text === null ? null : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function assertLines(
  { startLine, line }: CommentsInput["comments"][number],
  index: number,
  count: number | null,
): void {
  const path = `comments.${index}.line`;
  if (line < startLine) throw invalidRequest([{ path, message: "must not be before startLine" }]);
  if (count !== null && line > count)
    throw invalidRequest([{ path, message: `must be a line of the file, which has ${count}` }]);
}

function assertShort(prompt: string): void {
  const length = [...prompt].length;
  if (length <= messageCharactersMax) return;
  throw new AppError(
    "invalid_request",
    `The comments make a message of ${length.toLocaleString("en")} characters; one has at most ${messageCharactersMax.toLocaleString("en")}. Send them in two reviews.`,
  );
}
