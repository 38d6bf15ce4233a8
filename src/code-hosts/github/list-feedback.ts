import { z } from "zod";
import { readAllowed, saidSince, type TimedComment } from "../listed-feedback.ts";
import type { RestRequest } from "../rest/create-rest-client.ts";
import { listPages } from "../rest/list-pages.ts";
import { statusOf } from "../to-host-error.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { GithubClient } from "./client.ts";
import {
  checkRunSchema,
  checkSuiteSchema,
  type SaidKind,
  saidSchema,
  statusSchema,
  toComment,
  toFailedRun,
  toFailedStatus,
  toFailedSuite,
} from "./feedback-events.ts";

/** Pages of a hundred items each. */
const pagesMax = 10;

const commentSchema = saidSchema.extend({ created_at: z.string() });

const commentsSchema = z.array(commentSchema);

const lineCommentSchema = commentSchema.extend({ pull_request_review_id: z.number().nullish() });

type LineComment = z.output<typeof lineCommentSchema>;

const lineCommentsSchema = z.array(lineCommentSchema);

/** A review without a time is still a draft. */
const reviewsSchema = z.array(saidSchema.extend({ submitted_at: z.string().nullish() }));

const pageSchema = z.object({ html_url: z.string() });

const runsSchema = z.object({ check_runs: z.array(checkRunSchema) });

const suitesSchema = z.object({ check_suites: z.array(checkSuiteSchema.extend({ repository: pageSchema })) });

const statusesSchema = z.object({ statuses: z.array(statusSchema), repository: pageSchema });

/**
 * Lists comments, review texts and line comments since a time, oldest first, then the failed checks of the
 * commit. Throws `code_host_unauthorized`, `code_host_refused`, `code_host_unavailable`.
 */
export async function listFeedback(client: GithubClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const { branch, checkedCommit: commit } = query;
  const [said, failed] = await Promise.all([
    listSaid(client, query),
    commit === null ? [] : listFailedChecks(client, { branch, commit }),
  ]);
  return [...said, ...failed];
}

/** GitHub's own `since` refers to the last change, which may be earlier than the submission of a draft. */
async function listSaid(client: GithubClient, { number, since }: FeedbackQuery): Promise<FeedbackEvent[]> {
  // GitHub's times are in whole seconds.
  const from = new Date(Math.floor(since.getTime() / 1_000) * 1_000);
  const changed = { since: from.toISOString().replace(".000Z", "Z") };
  const newestFirst = { sort: "created", direction: "desc" };
  const action = "read what was said";
  const [comments, lineComments, reviews] = await Promise.all([
    readPages(client, `issues/${number}/comments`, { action, query: changed, schema: commentsSchema }),
    readPages(client, `pulls/${number}/comments`, {
      action,
      query: newestFirst,
      schema: lineCommentsSchema,
    }),
    readPages(client, `pulls/${number}/reviews`, { action, schema: reviewsSchema }),
  ]);
  // Drafts have no time and so never count as said since.
  const handedInAt = new Map(reviews.flat().map(({ id, submitted_at: at }) => [id, at ?? ""]));
  const atOf = ({ pull_request_review_id: review, created_at: writtenAt }: LineComment): string =>
    handedInAt.get(review ?? 0) ?? writtenAt;
  const timed = (kind: SaidKind, at: string, said: z.output<typeof saidSchema>): TimedComment[] =>
    toComment(number, kind, said).map((event) => ({ saidAtMs: Date.parse(at), event }));
  const all = [
    ...comments.flat().flatMap((said) => timed("comment", said.created_at, said)),
    ...reviews.flat().flatMap((said) => timed("review", said.submitted_at ?? "", said)),
    ...lineComments
      .flat()
      .toReversed()
      .flatMap((said) => timed("line", atOf(said), said)),
  ];
  return saidSince(all, from);
}

/** GitHub itself leaves out the runs and statuses that newer ones have replaced. */
async function listFailedChecks(
  client: GithubClient,
  { branch, commit }: { branch: string; commit: string },
): Promise<FeedbackEvent[]> {
  const of = `commits/${commit}`;
  const action = "read the checks";
  const latest = { filter: "latest" };
  const [runs, suites, statuses] = await Promise.all([
    readPages(client, `${of}/check-runs`, { action, query: latest, schema: runsSchema }),
    readPages(client, `${of}/check-suites`, { action, schema: suitesSchema }),
    readPages(client, `${of}/status`, { action, schema: statusesSchema }),
  ]);
  return [
    ...runs.flatMap((page) => page.check_runs).flatMap((run) => toFailedRun(branch, run)),
    ...suites
      .flatMap((page) => page.check_suites)
      .flatMap((suite) => toFailedSuite(branch, suite, suite.repository.html_url)),
    ...statuses.flatMap(({ statuses: found, repository }) => {
      const at = { commit, commitUrl: `${repository.html_url}/commit/${commit}` };
      return found.flatMap((status) => toFailedStatus(branch, status, at));
    }),
  ];
}

/** Returns an empty list if the credentials may not read them, or GitHub does not know the commit (422). */
async function readPages<Schema extends z.ZodType>(
  client: GithubClient,
  part: string,
  asked: Omit<RestRequest<Schema>, "path">,
): Promise<z.output<Schema>[]> {
  const pages: z.output<Schema>[] = [];
  return await readAllowed(async () => {
    const request = { ...asked, path: `${client.path}/${part}` };
    for await (const page of listPages(client, request, { pagesMax })) pages.push(page);
    return pages;
  }).catch((error: unknown) => {
    if (statusOf(error) === 422) return [];
    throw error;
  });
}
