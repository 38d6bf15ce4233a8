import { z } from "zod";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import type { PullRequestRef } from "../types.ts";
import { verifyHmac } from "../verify-hmac.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { stateOf } from "./find-open-pull-request.ts";
import { anchorSchema, saidSchema } from "./schemas.ts";
import { toCommentEvent } from "./to-comment-event.ts";

const pullRequestSchema = z.object({
  id: z.number(),
  state: z.string(),
  fromRef: z.object({ displayId: z.string() }),
  /** Some versions send `[null]`. */
  links: z.object({ self: z.array(z.object({ href: z.string() }).nullable()) }).nullish(),
});

const pullRequestEvent = z.object({ pullRequest: pullRequestSchema });

const commentEvent = z.object({
  pullRequest: pullRequestSchema,
  /** Only some versions include the anchor. */
  comment: saidSchema.extend({ anchor: anchorSchema.nullish().catch(null) }),
});

type ReadEvents = (payload: unknown) => HostEvent[];

/** Readers by `X-Event-Key`. */
const readers: Record<string, ReadEvents | undefined> = {
  "pr:opened": readPullRequest,
  "pr:modified": readPullRequest,
  "pr:from_ref_updated": readPullRequest,
  "pr:merged": readPullRequest,
  "pr:declined": readPullRequest,
  "pr:deleted": (payload) => readPullRequest(payload, "closed"),
  "pr:comment:added": readComment,
};

export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  const { headers, body } = delivery;
  verifyHmac(body, headers["x-hub-signature"], secret);
  const payload = parseDeliveryBody(body);
  const events = readers[headers["x-event-key"] ?? ""]?.(payload) ?? [];
  return { deliveryId: headers["x-request-id"] ?? "", events };
}

function readPullRequest(payload: unknown, state?: PullRequestRef["state"]): HostEvent[] {
  const { pullRequest } = parseDelivery(pullRequestEvent, payload);
  return [
    {
      kind: "pull_request",
      number: pullRequest.id,
      state: state ?? stateOf(pullRequest.state),
      branch: pullRequest.fromRef.displayId,
    },
  ];
}

function readComment(payload: unknown): HostEvent[] {
  const { pullRequest, comment } = parseDelivery(commentEvent, payload);
  const { id: number, links } = pullRequest;
  const event = toCommentEvent(comment, { number, anchor: comment.anchor, page: links?.self[0]?.href });
  return event === null ? [] : [event];
}
