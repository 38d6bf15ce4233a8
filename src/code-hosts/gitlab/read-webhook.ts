import { createHash } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { PullRequestRef } from "../types.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { describeJob, toComment, toFailedPipeline } from "./feedback-events.ts";
import { verifyDelivery } from "./verify-delivery.ts";
import { jobHook, mergeRequestHook, noteHook, pipelineHook } from "./webhook-schemas.ts";

const states = { opened: "open", locked: "open", merged: "merged", closed: "closed" } as const;

/** Reads merge requests, their notes, pipelines and jobs; other deliveries yield no event. */
export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  verifyDelivery(delivery, secret, Date.now());
  const body = parseBody(delivery.body);
  return { deliveryId: readDeliveryId(delivery), events: readEvents(body) };
}

/**
 * Returns an id that stays the same if the delivery is sent again. Releases before 17.4 send none: there it
 * is a hash of the body, which contains ids and times.
 */
function readDeliveryId({ headers, body }: HostDelivery): string {
  const id = headers["idempotency-key"] ?? headers["webhook-id"] ?? "";
  return id === "" ? createHash("sha256").update(body).digest("hex") : id;
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new AppError("invalid_request", "The delivery is not JSON.", { cause });
  }
}

function readEvents(body: unknown): HostEvent[] {
  const event =
    readMergeRequestEvent(body) ?? readNoteEvent(body) ?? readPipelineEvent(body) ?? readJobEvent(body);
  return event === null ? [] : [event];
}

function readMergeRequestEvent(body: unknown): HostEvent | null {
  const { data } = mergeRequestHook.safeParse(body);
  if (data === undefined) return null;
  const { iid, state, source_branch: branch } = data.object_attributes;
  return {
    kind: "pull_request",
    number: iid,
    state: states[state] satisfies PullRequestRef["state"],
    branch,
  };
}

/** Reads only new, public notes by people. */
function readNoteEvent(body: unknown): HostEvent | null {
  const { data } = noteHook.safeParse(body);
  if (data === undefined) return null;
  const { id, note: text, url, system, internal, action, position } = data.object_attributes;
  const isPublic = (data.event_type ?? "note") === "note" && !internal;
  if (system || !isPublic || (action ?? "create") !== "create") return null;
  return toComment({ number: data.merge_request.iid, id, author: data.user.username, text, position, url });
}

function readPipelineEvent(body: unknown): HostEvent | null {
  const { data } = pipelineHook.safeParse(body);
  if (data === undefined || data.object_attributes.tag) return null;
  const { id, ref, sha, url, source } = data.object_attributes;
  const ofMergeRequest = source === "merge_request_event" ? data.merge_request?.source_branch : undefined;
  return toFailedPipeline(
    {
      id,
      branch: ofMergeRequest ?? ref,
      commit: sha,
      url: url ?? `${data.project.web_url}/-/pipelines/${id}`,
    },
    data.builds,
  );
}

function readJobEvent(body: unknown): HostEvent | null {
  const { data } = jobHook.safeParse(body);
  if (data === undefined || data.tag || data.build_allow_failure) return null;
  const { build_name: name, build_stage: stage, build_failure_reason: reason, build_id: id } = data;
  const project = data.project?.web_url ?? data.repository?.homepage ?? "";
  return {
    kind: "check_failed",
    branch: data.ref,
    commit: data.sha,
    name,
    text: describeJob(name, stage, reason),
    url: `${project}/-/jobs/${id}`,
  };
}
