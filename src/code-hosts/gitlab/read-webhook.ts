import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { PullRequestRef } from "../types.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { describeJob, jobSchema, positionSchema, toComment, toFailedPipeline } from "./feedback-events.ts";
import { verifyDelivery } from "./verify-delivery.ts";

const projectSchema = z.object({ web_url: z.string() });

const mergeRequestHook = z.object({
  object_kind: z.literal("merge_request"),
  object_attributes: z.object({
    iid: z.number(),
    state: z.enum(["opened", "closed", "merged", "locked"]),
    source_branch: z.string(),
  }),
});

const noteHook = z.object({
  object_kind: z.literal("note"),
  /** "confidential_note": visible to members only. */
  event_type: z.string().optional(),
  user: z.object({ username: z.string() }),
  object_attributes: z.object({
    id: z.number(),
    note: z.string(),
    noteable_type: z.literal("MergeRequest"),
    url: z.string(),
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    /** Absent in older releases. */
    action: z.string().nullish(),
    position: positionSchema.nullish(),
  }),
  merge_request: z.object({ iid: z.number() }),
});

const pipelineHook = z.object({
  object_kind: z.literal("pipeline"),
  object_attributes: z.object({
    id: z.number(),
    ref: z.string(),
    tag: z.boolean().nullish(),
    sha: z.string(),
    status: z.literal("failed"),
    source: z.string().nullish(),
    url: z.string().nullish(),
  }),
  merge_request: z.object({ source_branch: z.string() }).nullish(),
  project: projectSchema,
  builds: z.array(jobSchema).default([]),
});

const jobHook = z.object({
  object_kind: z.literal("build"),
  ref: z.string(),
  tag: z.boolean().nullish(),
  sha: z.string(),
  build_id: z.number(),
  build_name: z.string(),
  build_stage: z.string(),
  build_status: z.literal("failed"),
  build_allow_failure: z.boolean().nullish(),
  build_failure_reason: z.string().nullish(),
  project: projectSchema.nullish(),
  repository: z.object({ homepage: z.string() }).nullish(),
});

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
