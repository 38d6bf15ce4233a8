import { z } from "zod";
import { AppError } from "../../errors.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import { verifyHmac } from "../verify-hmac.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import {
  checkRunSchema,
  checkSuiteSchema,
  saidSchema,
  statusSchema,
  toComment,
  toFailedRun,
  toFailedStatus,
  toFailedSuite,
} from "./feedback-events.ts";

const pullRequestEvent = z.object({
  pull_request: z.object({
    number: z.number(),
    state: z.enum(["open", "closed"]),
    merged: z.boolean().nullish(),
    merged_at: z.string().nullish(),
    head: z.object({ ref: z.string() }),
  }),
});

const issueCommentEvent = z.object({
  action: z.string(),
  issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
  comment: saidSchema,
});

const ofPullRequest = z.object({ action: z.string(), pull_request: z.object({ number: z.number() }) });

const reviewEvent = ofPullRequest.extend({ review: saidSchema });

const reviewCommentEvent = ofPullRequest.extend({ comment: saidSchema.required({ path: true }) });

const checkRunEvent = z.object({
  action: z.string().default("completed"),
  check_run: checkRunSchema.extend({
    check_suite: z.object({ head_branch: z.string().nullish() }).nullish(),
    pull_requests: z.array(z.object({ head: z.object({ ref: z.string() }) })).nullish(),
  }),
});

const checkSuiteEvent = z.object({
  action: z.string(),
  check_suite: checkSuiteSchema.extend({ head_branch: z.string().nullable() }),
  repository: z.object({ html_url: z.string() }),
});

const statusEvent = statusSchema.extend({
  sha: z.string(),
  commit: z.object({ html_url: z.string() }),
  branches: z.array(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) })),
});

type ReadEvents = (payload: unknown) => HostEvent[];

/** Readers by `X-GitHub-Event`. */
const readers: Record<string, ReadEvents | undefined> = {
  pull_request: readPullRequest,
  issue_comment: readIssueComment,
  pull_request_review: readReview,
  pull_request_review_comment: readReviewComment,
  check_run: readCheckRun,
  check_suite: readCheckSuite,
  status: readStatus,
};

export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  const { headers, body } = delivery;
  verifyHmac(body, headers["x-hub-signature-256"], secret);
  const deliveryId = headers["x-github-delivery"];
  const event = headers["x-github-event"];
  if (!deliveryId || !event) {
    throw new AppError("invalid_request", "The delivery has no X-GitHub-Delivery or X-GitHub-Event.");
  }
  const json = isForm(headers)
    ? Buffer.from(new URLSearchParams(body.toString("utf8")).get("payload") ?? "")
    : body;
  const payload = parseDeliveryBody(json);
  return { deliveryId, events: readers[event]?.(payload) ?? [] };
}

/** GitHub offers this second content type. The signature covers the whole form. */
function isForm(headers: HostDelivery["headers"]): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function readPullRequest(payload: unknown): HostEvent[] {
  const {
    number,
    state,
    merged,
    merged_at: mergedAt,
    head,
  } = parseDelivery(pullRequestEvent, payload).pull_request;
  const isMerged = merged ?? mergedAt != null;
  return [{ kind: "pull_request", number, state: isMerged ? "merged" : state, branch: head.ref }];
}

function readIssueComment(payload: unknown): HostEvent[] {
  const { action, issue, comment } = parseDelivery(issueCommentEvent, payload);
  if (action !== "created" || issue.pull_request == null) return [];
  return toComment(issue.number, "comment", comment);
}

function readReview(payload: unknown): HostEvent[] {
  const { action, pull_request: pullRequest, review } = parseDelivery(reviewEvent, payload);
  return action === "submitted" ? toComment(pullRequest.number, "review", review) : [];
}

function readReviewComment(payload: unknown): HostEvent[] {
  const { action, pull_request: pullRequest, comment } = parseDelivery(reviewCommentEvent, payload);
  return action === "created" ? toComment(pullRequest.number, "line", comment) : [];
}

function readCheckRun(payload: unknown): HostEvent[] {
  const { action, check_run: run } = parseDelivery(checkRunEvent, payload);
  const branch = run.check_suite?.head_branch ?? run.pull_requests?.[0]?.head.ref;
  return action === "completed" && branch != null ? toFailedRun(branch, run) : [];
}

function readCheckSuite(payload: unknown): HostEvent[] {
  const { action, check_suite: suite, repository } = parseDelivery(checkSuiteEvent, payload);
  const { head_branch: branch } = suite;
  return action === "completed" && branch !== null ? toFailedSuite(branch, suite, repository.html_url) : [];
}

/** Returns an event for each branch whose newest commit this is. */
function readStatus(payload: unknown): HostEvent[] {
  const event = parseDelivery(statusEvent, payload);
  const { sha, commit, branches } = event;
  return branches
    .filter((branch) => branch.commit.sha === sha)
    .flatMap(({ name }) => toFailedStatus(name, event, { commit: sha, commitUrl: commit.html_url }));
}
