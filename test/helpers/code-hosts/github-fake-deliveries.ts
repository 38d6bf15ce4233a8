import { createHmac } from "node:crypto";
import { checkRunPayload, type FailedCheck, statusPayload } from "./github-fake-check-payloads.ts";
import { about, type DeliveryContext, type Json, noCommit, type Payload } from "./github-fake-payload.ts";
import { toComment, toIssue, toPull, toSimplePull } from "./github-fake-pull-objects.ts";
import type { view } from "./github-fake-pulls.ts";
import type { FakeComment, FakeLineComment, FakePull, FakeReview } from "./github-fake-state.ts";
import { makeComment, makeLineComment, makeReview, toLineComment, toReview } from "./github-fake-talk.ts";
import type { HostScene, SceneWords } from "./scene.ts";

type Event = Parameters<HostScene["delivery"]>[0];

type Delivery = ReturnType<HostScene["delivery"]>;

interface Signing {
  secret: string;
  deliveryId: string;
}

/** What GitHub would send, signed with the secret. */
export function makeDelivery(
  context: DeliveryContext,
  event:
    | Event
    | { kind: "review"; number: number; author: string; text: string }
    | ({ kind: "status" } & FailedCheck),
  signing: Signing,
): Delivery {
  return send(context, toPayload(context, event), signing);
}

/** From then on the API knows it, too. Answers the delivery that GitHub sends of it. */
export function say(
  context: DeliveryContext,
  words: SceneWords | { kind: "review"; number: number; author: string; text: string },
): (secret: string, deliveryId: string) => Delivery {
  const { state } = context;
  const { number } = words;
  const pull = findPull(context, number);
  const sendIt = (payload: Payload) => (secret: string, deliveryId: string) =>
    send(context, payload, { secret, deliveryId });
  if (words.kind === "comment") {
    const comment = makeComment(state, words);
    pull.comments.push(comment);
    return sendIt(commentPayload(context, number, comment));
  }
  if (words.kind === "review") {
    const review = makeReview(state, words);
    pull.reviews.push(review);
    return sendIt(reviewPayload(context, number, review));
  }
  const { review, comment } = makeLineComment(state, words);
  pull.reviews.push(review);
  pull.lineComments.push(comment);
  return sendIt(lineCommentPayload(context, number, comment));
}

function send(context: DeliveryContext, { event, described, payload }: Payload, signing: Signing): Delivery {
  if (described !== null) context.validator?.assertDelivery(described, payload);
  return sign(event, payload, signing);
}

export function sign(event: string, payload: unknown, { secret, deliveryId }: Signing): Delivery {
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
      return commentPayload(context, event.number, makeComment(context.state, event));
    case "line_comment":
      return lineCommentPayload(context, event.number, makeLineComment(context.state, event).comment);
    case "review":
      return reviewPayload(context, event.number, makeReview(context.state, event));
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

function commentPayload(context: DeliveryContext, number: number, comment: FakeComment): Payload {
  const { state, addresses } = context;
  const pull = findPull(context, number);
  return {
    event: "issue_comment",
    described: "issue-comment-created",
    payload: {
      action: "created",
      issue: toIssue(state, addresses, pull),
      comment: toComment(state, addresses, { pull, comment }),
      ...about(context, comment.author),
    },
  };
}

/** The pull request of a review has fewer fields than one that is asked for. */
function ofReview(context: DeliveryContext, number: number): Json {
  return toSimplePull(context.state, context.addresses, shown(context, findPull(context, number)));
}

/** Deliveries spell the state otherwise than the API. */
function reviewPayload(context: DeliveryContext, number: number, review: FakeReview): Payload {
  const { addresses, state } = context;
  const pull = findPull(context, number);
  const made = toReview(state, addresses, { pull, review });
  return {
    event: "pull_request_review",
    described: "pull-request-review-submitted",
    payload: {
      action: "submitted",
      review: { ...made, state: review.state.toLowerCase() },
      pull_request: ofReview(context, number),
      ...about(context, review.author),
    },
  };
}

function lineCommentPayload(context: DeliveryContext, number: number, comment: FakeLineComment): Payload {
  const { addresses, state } = context;
  const pull = findPull(context, number);
  return {
    event: "pull_request_review_comment",
    described: "pull-request-review-comment-created",
    payload: {
      action: "created",
      comment: toLineComment(state, addresses, { pull, comment }),
      pull_request: ofReview(context, number),
      ...about(context, comment.author),
    },
  };
}
