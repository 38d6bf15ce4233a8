import { createHmac } from "node:crypto";
import { commentJson, pullJson, repositoryJson, userJson } from "./bitbucket-data-center-json.ts";
import {
  type DataCenterComment,
  type DataCenterPull,
  type DataCenterState,
  type DataCenterUser,
  newComment,
} from "./bitbucket-data-center-state.ts";

export interface DataCenterEvent {
  /** `X-Event-Key`. */
  key: string;
  payload: object;
}

/** A delivery with all the headers that an instance sends. */
export function signDelivery(
  { key, payload }: DataCenterEvent,
  { secret, deliveryId }: { secret: string; deliveryId: string },
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload));
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Atlassian HttpClient 4.0.0 / Bitbucket-9.4.0 (9004000) / Default",
    "x-event-key": key,
    "x-request-id": deliveryId,
    "x-hub-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  return { headers, body };
}

const keys = { OPEN: "pr:modified", MERGED: "pr:merged", DECLINED: "pr:declined" };

export function pullEvent(
  state: DataCenterState,
  pull: DataCenterPull,
  key = keys[pull.state],
): DataCenterEvent {
  const payload = { eventKey: key, date: "2026-09-19T09:58:11+1000", ...shown(state, pull, state.users[0]!) };
  return { key, payload };
}

export function commentEvent(
  state: DataCenterState,
  pull: DataCenterPull,
  told: { author: DataCenterUser; text: string; anchor?: object; said?: DataCenterComment },
): DataCenterEvent {
  const { author, text, anchor, said = newComment(state, { author, text }) } = told;
  const comment = commentJson(state, said);
  const key = "pr:comment:added";
  const payload = {
    eventKey: key,
    date: "2026-09-19T11:21:06+1000",
    ...shown(state, pull, author),
    comment: { ...comment, ...(anchor === undefined ? {} : { anchor }) },
  };
  return { key, payload };
}

export function pushEvent(state: DataCenterState): DataCenterEvent {
  const key = "repo:refs_changed";
  const repository = repositoryJson(state, state.repository);
  return {
    key,
    payload: { eventKey: key, actor: userJson(state, state.users[1]!), repository, changes: [] },
  };
}

export const pingEvent: DataCenterEvent = { key: "diagnostics:ping", payload: { test: true } };

/** Its branch may be gone by now. */
function shown(state: DataCenterState, pull: DataCenterPull, actor: DataCenterUser) {
  const pullRequest = pullJson(state, pull, { base: new Map(), head: new Map() });
  return { actor: userJson(state, actor), pullRequest };
}
