import { verify } from "@octokit/webhooks-methods";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../types.ts";
import { userSchema } from "./schemas.ts";

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
  comment: z.object({ body: z.string(), html_url: z.string(), user: userSchema.nullable() }),
});

const reviewEvent = z.object({
  action: z.string(),
  pull_request: z.object({ number: z.number() }),
  review: z.object({ body: z.string().nullable(), html_url: z.string(), user: userSchema.nullable() }),
});

const reviewCommentEvent = z.object({
  action: z.string(),
  pull_request: z.object({ number: z.number() }),
  comment: z.object({
    body: z.string(),
    html_url: z.string(),
    user: userSchema.nullable(),
    path: z.string(),
    /** Null for a comment on the whole file, and on lines that are gone. */
    line: z.number().nullish(),
    original_line: z.number().nullish(),
  }),
});

const checkRunEvent = z.object({
  action: z.string().default("completed"),
  check_run: z.object({
    name: z.string(),
    head_sha: z.string(),
    conclusion: z.string().nullable(),
    html_url: z.string().nullish(),
    details_url: z.string().nullish(),
    output: z.object({
      title: z.string().nullish(),
      summary: z.string().nullish(),
      text: z.string().nullish(),
    }),
    check_suite: z.object({ head_branch: z.string().nullish() }).nullish(),
    pull_requests: z.array(z.object({ head: z.object({ ref: z.string() }) })).nullish(),
  }),
});

const checkSuiteEvent = z.object({
  action: z.string(),
  check_suite: z.object({
    head_branch: z.string().nullable(),
    head_sha: z.string(),
    conclusion: z.string().nullable(),
    latest_check_runs_count: z.number(),
    app: z.object({ name: z.string() }).nullish(),
  }),
  repository: z.object({ html_url: z.string() }),
});

const statusEvent = z.object({
  sha: z.string(),
  state: z.string(),
  context: z.string(),
  description: z.string().nullable(),
  target_url: z.string().nullable(),
  commit: z.object({ html_url: z.string() }),
  branches: z.array(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) })),
});

type ReadEvents = (payload: unknown) => HostEvent[];

/** By `X-GitHub-Event`. */
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
  const text = body.toString("utf8");
  const signature = headers["x-hub-signature-256"];
  const isSigned = secret !== "" && text !== "" && signature ? await verify(secret, text, signature) : false;
  if (!isSigned) {
    throw new AppError("invalid_signature", "The delivery is not signed with the webhook's secret.");
  }
  const deliveryId = headers["x-github-delivery"];
  const event = headers["x-github-event"];
  if (!deliveryId || !event) {
    throw new AppError("invalid_request", "The delivery has no X-GitHub-Delivery or X-GitHub-Event.");
  }
  const json = isForm(headers) ? Buffer.from(new URLSearchParams(text).get("payload") ?? "") : body;
  const payload = parseDeliveryBody(json);
  return { deliveryId, events: readers[event]?.(payload) ?? [] };
}

/** The other content type that GitHub offers. The whole form is signed. */
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
  return toComment(issue.number, comment);
}

function readReview(payload: unknown): HostEvent[] {
  const { action, pull_request: pullRequest, review } = parseDelivery(reviewEvent, payload);
  if (action !== "submitted" || !review.body?.trim()) return [];
  return toComment(pullRequest.number, { ...review, body: review.body });
}

function readReviewComment(payload: unknown): HostEvent[] {
  const { action, pull_request: pullRequest, comment } = parseDelivery(reviewCommentEvent, payload);
  if (action !== "created") return [];
  const line = comment.line ?? comment.original_line;
  return toComment(pullRequest.number, comment).map((event) => ({
    ...event,
    path: comment.path,
    ...(line == null ? {} : { line }),
  }));
}

/** Nothing for the comment of an account that is gone. */
function toComment(
  number: number,
  comment: { user: { login: string } | null; body: string; html_url: string },
): Extract<HostEvent, { kind: "comment" }>[] {
  const { user, body, html_url: url } = comment;
  return user === null ? [] : [{ kind: "comment", number, author: user.login, text: body, url }];
}

function readCheckRun(payload: unknown): HostEvent[] {
  const { action, check_run: run } = parseDelivery(checkRunEvent, payload);
  const branch = run.check_suite?.head_branch ?? run.pull_requests?.[0]?.head.ref;
  if (action !== "completed" || !isFailure(run.conclusion) || branch == null) return [];
  const { title, summary, text } = run.output;
  return [
    {
      kind: "check_failed",
      branch,
      commit: run.head_sha,
      name: run.name,
      text: [title, summary, text].filter(Boolean).join("\n\n"),
      url: run.html_url ?? run.details_url ?? "",
    },
  ];
}

/** A suite with runs fails with one of them, which has been told already. */
function readCheckSuite(payload: unknown): HostEvent[] {
  const { action, check_suite: suite, repository } = parseDelivery(checkSuiteEvent, payload);
  const { head_branch: branch, head_sha: commit, conclusion, app } = suite;
  if (action !== "completed" || !isFailure(conclusion) || branch === null) return [];
  if (suite.latest_check_runs_count > 0) return [];
  const url = `${repository.html_url}/commit/${commit}/checks`;
  return [{ kind: "check_failed", branch, commit, name: app?.name ?? "check suite", text: "", url }];
}

function isFailure(conclusion: string | null): boolean {
  return ["failure", "timed_out", "startup_failure"].includes(conclusion ?? "");
}

/** Of each branch whose newest commit it is. */
function readStatus(payload: unknown): HostEvent[] {
  const event = parseDelivery(statusEvent, payload);
  if (event.state !== "failure" && event.state !== "error") return [];
  return event.branches
    .filter(({ commit }) => commit.sha === event.sha)
    .map(({ name }) => ({
      kind: "check_failed",
      branch: name,
      commit: event.sha,
      name: event.context,
      text: event.description ?? "",
      url: event.target_url ?? event.commit.html_url,
    }));
}
