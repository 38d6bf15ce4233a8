import { z } from "zod";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import { verifyHmac } from "../verify-hmac.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { stateOf } from "./find-open-pull-request.ts";
import { commentSchema, commitStatusSchema } from "./schemas.ts";
import { toCheckEvent } from "./to-check-event.ts";
import { toCommentEvent } from "./to-comment-event.ts";

const pullRequestEvent = z.object({
  pullrequest: z.object({
    id: z.number(),
    state: z.string(),
    source: z.object({ branch: z.object({ name: z.string() }).nullish() }),
  }),
});

const commentEvent = z.object({ pullrequest: z.object({ id: z.number() }), comment: commentSchema });

const commitStatusEvent = z.object({ commit_status: commitStatusSchema });

type ReadEvents = (payload: unknown) => HostEvent[];

/** Readers by `X-Event-Key`. */
const readers: Record<string, ReadEvents | undefined> = {
  "pullrequest:created": readPullRequest,
  "pullrequest:updated": readPullRequest,
  "pullrequest:fulfilled": readPullRequest,
  "pullrequest:rejected": readPullRequest,
  "pullrequest:comment_created": readComment,
  "repo:commit_status_created": readCommitStatus,
  "repo:commit_status_updated": readCommitStatus,
};

export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  const { headers, body } = delivery;
  verifyHmac(body, headers["x-hub-signature"], secret);
  const payload = parseDeliveryBody(body);
  const events = readers[headers["x-event-key"] ?? ""]?.(payload) ?? [];
  return { deliveryId: headers["x-request-uuid"] ?? "", events };
}

function readPullRequest(payload: unknown): HostEvent[] {
  const { id, state, source } = parseDelivery(pullRequestEvent, payload).pullrequest;
  return [{ kind: "pull_request", number: id, state: stateOf(state), branch: source.branch?.name ?? "" }];
}

function readComment(payload: unknown): HostEvent[] {
  const { pullrequest, comment } = parseDelivery(commentEvent, payload);
  return toArray(toCommentEvent(pullrequest.id, comment));
}

function readCommitStatus(payload: unknown): HostEvent[] {
  return toArray(toCheckEvent(parseDelivery(commitStatusEvent, payload).commit_status));
}

function toArray(event: HostEvent | null): HostEvent[] {
  return event === null ? [] : [event];
}
