import { createHmac } from "node:crypto";
import { checkRunPayload, type FailedCheck, statusPayload } from "./github-fake-check-payloads.ts";
import { moment, toUser } from "./github-fake-objects.ts";
import { about, type DeliveryContext, type Json, noCommit, type Payload } from "./github-fake-payload.ts";
import { toComment, toIssue, toPull, toReactions, toSimplePull } from "./github-fake-pull-objects.ts";
import type { view } from "./github-fake-pulls.ts";
import { type FakePull, nextId, userOf } from "./github-fake-state.ts";
import type { HostScene } from "./scene.ts";

type Event = Parameters<HostScene["delivery"]>[0];

/** What GitHub would send, signed with the secret. */
export function makeDelivery(
  context: DeliveryContext,
  event:
    | Event
    | { kind: "review"; number: number; author: string; text: string }
    | ({ kind: "status" } & FailedCheck),
  { secret, deliveryId }: { secret: string; deliveryId: string },
): { headers: Record<string, string>; body: Buffer } {
  const { event: name, described, payload } = toPayload(context, event);
  if (described !== null) context.validator?.assertDelivery(described, payload);
  return sign(name, payload, { secret, deliveryId });
}

export function sign(
  event: string,
  payload: unknown,
  { secret, deliveryId }: { secret: string; deliveryId: string },
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload));
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-delivery": deliveryId,
      "x-github-event": event,
      "x-github-hook-id": "292430182",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  };
}

function toPayload(context: DeliveryContext, event: Parameters<typeof makeDelivery>[1]): Payload {
  switch (event.kind) {
    case "pull_request":
      return pullRequestPayload(context, event.number);
    case "comment":
      return commentPayload(context, event);
    case "line_comment":
      return lineCommentPayload(context, event);
    case "review":
      return reviewPayload(context, event);
    case "check_failed":
      return checkRunPayload(context, event);
    case "status":
      return statusPayload(context, event);
    case "other":
      return { event: "star", described: null, payload: { action: "created", ...about(context, "writer") } };
  }
}

function findPull({ state }: DeliveryContext, number: number): FakePull {
  return state.pulls.find((pull) => pull.number === number)!;
}

function shown({ repository }: DeliveryContext, pull: FakePull): Awaited<ReturnType<typeof view>> {
  return { pull, repository, sha: { head: noCommit, base: noCommit } };
}

function pullRequestPayload(context: DeliveryContext, number: number): Payload {
  const pull = findPull(context, number);
  const action = pull.state === "open" ? "opened" : "closed";
  return {
    event: "pull_request",
    described: `pull-request-${action}`,
    payload: {
      action,
      number,
      pull_request: toPull(context.state, context.addresses, shown(context, pull)),
      ...about(context, "writer"),
    },
  };
}

function commentPayload(
  context: DeliveryContext,
  { number, author, text }: { number: number; author: string; text: string },
): Payload {
  const { state, addresses } = context;
  const pull = findPull(context, number);
  const comment = { id: nextId(state), author, body: text };
  return {
    event: "issue_comment",
    described: "issue-comment-created",
    payload: {
      action: "created",
      issue: toIssue(state, addresses, pull),
      comment: toComment(state, addresses, { pull, comment }),
      ...about(context, author),
    },
  };
}

/** The pull request of a review has fewer fields than one that is asked for. */
function ofReview(context: DeliveryContext, number: number): Json {
  return toSimplePull(context.state, context.addresses, shown(context, findPull(context, number)));
}

function reviewPayload(
  context: DeliveryContext,
  { number, author, text }: { number: number; author: string; text: string },
): Payload {
  const { addresses, state } = context;
  const pullRequest = ofReview(context, number);
  const id = nextId(state);
  const page = `${pullRequest.html_url}#pullrequestreview-${id}`;
  return {
    event: "pull_request_review",
    described: "pull-request-review-submitted",
    payload: {
      action: "submitted",
      review: {
        id,
        node_id: `PRR_${id}`,
        user: toUser(addresses, userOf(state, author)),
        body: text,
        commit_id: noCommit,
        submitted_at: moment,
        state: "changes_requested",
        html_url: page,
        pull_request_url: pullRequest.url,
        author_association: "CONTRIBUTOR",
        _links: { html: { href: page }, pull_request: { href: pullRequest.url } },
      },
      pull_request: pullRequest,
      ...about(context, author),
    },
  };
}

function lineCommentPayload(
  context: DeliveryContext,
  {
    number,
    author,
    text,
    path,
    line,
  }: { number: number; author: string; text: string; path: string; line: number },
): Payload {
  const { addresses, state } = context;
  const pullRequest = ofReview(context, number);
  const id = nextId(state);
  const url = `${addresses.api}/repos/acme/docs/pulls/comments/${id}`;
  const page = `${pullRequest.html_url}#discussion_r${id}`;
  return {
    event: "pull_request_review_comment",
    described: "pull-request-review-comment-created",
    payload: {
      action: "created",
      comment: {
        url,
        pull_request_review_id: nextId(state),
        id,
        node_id: `PRRC_${id}`,
        diff_hunk: "@@ -1 +1 @@",
        path,
        position: 1,
        original_position: 1,
        commit_id: noCommit,
        original_commit_id: noCommit,
        user: toUser(addresses, userOf(state, author)),
        body: text,
        created_at: moment,
        updated_at: moment,
        html_url: page,
        pull_request_url: pullRequest.url,
        author_association: "CONTRIBUTOR",
        _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullRequest.url } },
        reactions: toReactions(`${url}/reactions`),
        start_line: null,
        original_start_line: null,
        start_side: null,
        line,
        original_line: line,
        side: "RIGHT",
        subject_type: "line",
      },
      pull_request: pullRequest,
      ...about(context, author),
    },
  };
}
