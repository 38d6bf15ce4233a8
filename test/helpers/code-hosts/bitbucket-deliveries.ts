import { createHmac } from "node:crypto";
import { commentJson, pullJson, shortRepositoryJson, statusJson, userJson } from "./bitbucket-json.ts";
import {
  type BitbucketComment,
  type BitbucketCommitStatus,
  type BitbucketPull,
  type BitbucketState,
  uuidOf,
} from "./bitbucket-state.ts";

export interface BitbucketEvent {
  /** `X-Event-Key`. */
  key: string;
  payload: object;
}

/** A delivery with all the headers that the host sends. */
export function signDelivery(
  { key, payload }: BitbucketEvent,
  { secret, deliveryId, attempt = 1 }: { secret: string; deliveryId: string; attempt?: number },
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Bitbucket-Webhooks/2.0",
    "x-event-key": key,
    "x-hook-uuid": uuidOf("hook").slice(1, -1),
    "x-request-uuid": uuidOf(`request ${deliveryId}`).slice(1, -1),
    "x-attempt-number": String(attempt),
    "x-hub-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  return { headers, body };
}

const keys = {
  OPEN: "pullrequest:updated",
  MERGED: "pullrequest:fulfilled",
  DECLINED: "pullrequest:rejected",
  SUPERSEDED: "pullrequest:rejected",
};

export function pullEvent(state: BitbucketState, pull: BitbucketPull): BitbucketEvent {
  return { key: keys[pull.state], payload: { ...common(state), pullrequest: shown(state, pull) } };
}

export function commentEvent(
  state: BitbucketState,
  pull: BitbucketPull,
  comment: BitbucketComment,
): BitbucketEvent {
  const payload = {
    ...common(state, comment.user ?? undefined),
    pullrequest: shown(state, pull),
    comment: commentJson(state, pull, comment),
  };
  return { key: "pullrequest:comment_created", payload };
}

export function statusEvent(state: BitbucketState, status: BitbucketCommitStatus): BitbucketEvent {
  const payload = { ...common(state), commit_status: statusJson(state, status) };
  return { key: "repo:commit_status_updated", payload };
}

export function pushEvent(state: BitbucketState): BitbucketEvent {
  return { key: "repo:push", payload: { ...common(state), push: { changes: [] } } };
}

/** Its branch may be gone by now. */
function shown(state: BitbucketState, pull: BitbucketPull) {
  return pullJson(state, pull, { base: new Map(), head: new Map() });
}

function common(state: BitbucketState, actor = state.users[0]!) {
  return {
    actor: userJson(state, actor),
    repository: shortRepositoryJson(state, state.repository),
  };
}
