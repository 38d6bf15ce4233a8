import { z } from "zod";
import { AppError } from "../../errors.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import { verifyHmac } from "../verify-hmac.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { isFailedState, toCommentEvent, toFailedCheck } from "./feedback-events.ts";
import { commentSchema } from "./schemas.ts";

const pullRequestSchema = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.string(),
  merged: z.boolean().nullish(),
  head: z.object({ label: z.string(), ref: z.string() }),
});

const pullRequestEvent = z.object({ pull_request: pullRequestSchema });

const commentEvent = z.object({
  action: z.string(),
  is_pull: z.boolean().nullish(),
  issue: z.object({ number: z.number(), pull_request: z.unknown().nullish() }),
  comment: commentSchema,
});

const statusEvent = z.object({
  sha: z.string(),
  state: z.string(),
  context: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

/** Sent by Gitea's workflows. */
const workflowRunEvent = z.object({
  action: z.string(),
  workflow_run: z.object({
    conclusion: z.string().nullish(),
    head_branch: z.string().nullish(),
    head_sha: z.string(),
    display_title: z.string().nullish(),
    path: z.string().nullish(),
    html_url: z.string(),
  }),
});

/** Sent by Forgejo's workflows. `event_payload` is the JSON of the triggering event. */
const actionRunEvent = z.object({
  action: z.string(),
  run: z.object({
    prettyref: z.string(),
    commit_sha: z.string(),
    workflow_id: z.string(),
    title: z.string().nullish(),
    html_url: z.string(),
    event_payload: z.string().nullish(),
  }),
});

type ReadEvents = (payload: unknown) => HostEvent[];

/** Readers by `X-Gitea-Event-Type`, which, unlike `X-Gitea-Event`, tells a comment from a review. */
const readers: Record<string, ReadEvents | undefined> = {
  pull_request: readPullRequest,
  pull_request_assign: readPullRequest,
  pull_request_label: readPullRequest,
  pull_request_milestone: readPullRequest,
  pull_request_sync: readPullRequest,
  pull_request_review_request: readPullRequest,
  issue_comment: readComment,
  pull_request_comment: readComment,
  pull_request_review_approved: readReview,
  pull_request_review_rejected: readReview,
  pull_request_review_comment: readReview,
  status: readStatus,
  workflow_run: readWorkflowRun,
  action_run_failure: readActionRun,
  action_run_hook_event_failure: readActionRun,
};

export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  const { headers } = delivery;
  const payload = payloadOf(delivery);
  const signature =
    headers["x-forgejo-signature"] ?? headers["x-gitea-signature"] ?? headers["x-hub-signature-256"];
  verifyHmac(payload, signature, secret);
  const deliveryId = headers["x-forgejo-delivery"] ?? headers["x-gitea-delivery"];
  const event = headers["x-forgejo-event-type"] ?? headers["x-gitea-event-type"];
  if (!deliveryId || !event) {
    throw new AppError(
      "invalid_request",
      "The delivery cannot be read: it has no X-Gitea-Delivery or X-Gitea-Event-Type.",
    );
  }
  const json = parseDeliveryBody(payload);
  return { deliveryId, events: readers[event]?.(json) ?? [] };
}

/** Returns the signed bytes: even if a form is sent, only its JSON is signed. */
function payloadOf({ headers, body }: HostDelivery): Buffer {
  if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return body;
  return Buffer.from(new URLSearchParams(body.toString("utf8")).get("payload") ?? "");
}

function readPullRequest(payload: unknown): HostEvent[] {
  const { number, merged, state, head } = parseDelivery(pullRequestEvent, payload).pull_request;
  return [
    {
      kind: "pull_request",
      number,
      state: merged ? "merged" : state === "open" ? "open" : "closed",
      branch: head.label || head.ref,
    },
  ];
}

function readComment(payload: unknown): HostEvent[] {
  const { action, is_pull: isPull, issue, comment } = parseDelivery(commentEvent, payload);
  if (action !== "created" || !(isPull ?? issue.pull_request != null)) return [];
  return [toCommentEvent(issue.number, comment)];
}

/** Deliveries lack a review's line comments, and have its text without an id. */
function readReview(payload: unknown): HostEvent[] {
  return [{ kind: "review", number: parseDelivery(pullRequestEvent, payload).pull_request.number }];
}

function readStatus(payload: unknown): HostEvent[] {
  const { sha, state, context, description, target_url: url } = parseDelivery(statusEvent, payload);
  if (!isFailedState(state)) return [];
  return [toFailedCheck({ branch: "", commit: sha, name: context, text: description, url })];
}

function readWorkflowRun(payload: unknown): HostEvent[] {
  const { action, workflow_run: run } = parseDelivery(workflowRunEvent, payload);
  if (action !== "completed" || run.conclusion !== "failure") return [];
  const name = run.path?.replace(/@.*$/s, "") ?? "";
  const { head_branch: branch, head_sha: commit, display_title: text, html_url: url } = run;
  return [toFailedCheck({ branch, commit, name, text, url })];
}

function readActionRun(payload: unknown): HostEvent[] {
  const { action, run } = parseDelivery(actionRunEvent, payload);
  if (action !== "failure") return [];
  const { prettyref, commit_sha: commit, workflow_id: name, title: text, html_url: url } = run;
  // "#12" for a run of pull request 12.
  const branch = /^#\d+$/.test(prettyref) ? branchOfCause(run.event_payload) : prettyref;
  return [toFailedCheck({ branch, commit, name, text, url })];
}

function branchOfCause(eventPayload: string | null | undefined): string {
  const cause = pullRequestEvent.safeParse(parseOrNull(eventPayload ?? ""));
  return cause.data?.pull_request.head.label ?? "";
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
