import { createHmac } from "node:crypto";
import { commentJson, pullJson, shortRepositoryJson, userJson } from "./bitbucket-json.ts";
import type { BitbucketPull, BitbucketState, BitbucketUser } from "./bitbucket-state.ts";
import { uuidOf } from "./bitbucket-state.ts";

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
  said: {
    user: BitbucketUser;
    text: string;
    html?: string;
    inline?: { path: string; from: number | null; to: number | null };
  },
): BitbucketEvent {
  const { user, text, html, inline } = said;
  const comment = commentJson(state, pull, { id: 77, user, raw: text, deleted: false });
  if (html !== undefined) comment.content.html = html;
  const payload = {
    ...common(state, user),
    pullrequest: shown(state, pull),
    comment: { ...comment, ...(inline === undefined ? {} : { inline }) },
  };
  return { key: "pullrequest:comment_created", payload };
}

export function statusEvent(
  state: BitbucketState,
  status: { state: string; refname: string | null; commit: string; name: string; text: string },
): BitbucketEvent {
  const { refname, commit, name, text } = status;
  const { self } = shortRepositoryJson(state, state.repository).links;
  const href = `${self.href}/commit/${commit}`;
  const payload = {
    ...common(state),
    commit_status: {
      type: "build",
      state: status.state,
      key: "build-1",
      name,
      description: text,
      url: "https://ci.example.com/1",
      refname,
      created_on: "2026-11-19T20:37:35.547563+00:00",
      updated_on: "2026-11-20T08:01:16.433108+00:00",
      links: { commit: { href }, self: { href: `${href}/statuses/build/build-1` } },
    },
  };
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
