import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../types.ts";
import { stateOf, toBranch } from "./find-open-pull-request.ts";

const deliverySchema = z.object({ id: z.string().min(1), eventType: z.string() });

const pullRequestEvent = z.object({
  resource: z.object({ pullRequestId: z.number(), status: z.string(), sourceRefName: z.string() }),
});

const linkSchema = z.object({ href: z.string() }).nullish();

/** Resource version 2.0: 1.0 does not say of which pull request it is. It names no file and no line. */
const commentEvent = z.object({
  resource: z.object({
    comment: z.object({
      author: z.object({ id: z.string(), displayName: z.string().nullish() }),
      content: z.string().nullish(),
      commentType: z.string().nullish(),
      isDeleted: z.boolean().nullish(),
      publishedDate: z.string().nullish(),
      lastContentUpdatedDate: z.string().nullish(),
      _links: z.object({ threads: linkSchema }).nullish(),
    }),
    pullRequest: z.object({
      pullRequestId: z.number(),
      repository: z.object({ webUrl: z.string().nullish(), remoteUrl: z.string().nullish() }),
    }),
  }),
});

const buildEvent = z.object({
  message: z.object({ text: z.string().nullish() }).nullish(),
  resource: z.object({
    result: z.string().nullish(),
    sourceBranch: z.string().nullish(),
    sourceVersion: z.string().nullish(),
    /** JSON; of a build for a pull request it has the branch and the commit. */
    parameters: z.string().nullish(),
    definition: z.object({ name: z.string() }),
    _links: z.object({ web: linkSchema }).nullish(),
  }),
});

const parametersSchema = z.object({
  "system.pullRequest.sourceBranch": z.string(),
  "system.pullRequest.sourceCommitId": z.string().nullish(),
});

type ReadEvents = (payload: unknown) => HostEvent[];

const readers: Record<string, ReadEvents | undefined> = {
  "git.pullrequest.created": readPullRequest,
  "git.pullrequest.updated": readPullRequest,
  "git.pullrequest.merged": readPullRequest,
  "ms.vss-code.git-pullrequest-comment-event": readComment,
  "build.complete": readBuild,
};

/** Service hooks sign nothing: the secret is the password of Basic authentication. */
export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  assertPassword(delivery, secret);
  const payload = parseDeliveryBody(delivery.body);
  const { id, eventType } = parseDelivery(deliverySchema, payload);
  return { deliveryId: id, events: readers[eventType]?.(payload) ?? [] };
}

function assertPassword({ headers }: HostDelivery, secret: string): void {
  const [, encoded = ""] = /^basic (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const password = text.includes(":") ? text.slice(text.indexOf(":") + 1) : "";
  if (secret !== "" && timingSafeEqual(digest(password), digest(secret))) return;
  throw new AppError(
    "invalid_signature",
    "The delivery does not carry the webhook's secret as the password of its Basic authentication.",
  );
}

/** Of one length for all. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** "merged" says only that a merge was tried. */
function readPullRequest(payload: unknown): HostEvent[] {
  const { pullRequestId, status, sourceRefName } = parseDelivery(pullRequestEvent, payload).resource;
  return [
    {
      kind: "pull_request",
      number: pullRequestId,
      state: stateOf(status),
      branch: toBranch(sourceRefName),
    },
  ];
}

/** The same event tells of new, changed and deleted comments, and of what the host itself says. */
function readComment(payload: unknown): HostEvent[] {
  const { comment, pullRequest } = parseDelivery(commentEvent, payload).resource;
  const { author, content, commentType, isDeleted, publishedDate, lastContentUpdatedDate } = comment;
  const isChanged = lastContentUpdatedDate != null && lastContentUpdatedDate !== publishedDate;
  const isSaid = commentType == null || commentType === "text";
  if (!isSaid || isDeleted || isChanged || !content) return [];
  const { pullRequestId: number, repository } = pullRequest;
  const page = (repository.webUrl ?? repository.remoteUrl ?? "").replace(/\/\/[^/@]*@/, "//");
  const [, thread] = /\/threads\/(\d+)/.exec(comment._links?.threads?.href ?? "") ?? [];
  return [
    {
      kind: "comment",
      number,
      author: author.id,
      authorName: author.displayName ?? undefined,
      text: content,
      url: `${page}/pullrequest/${number}${thread === undefined ? "" : `?discussionId=${thread}`}`,
    },
  ];
}

function readBuild(payload: unknown): HostEvent[] {
  const { resource, message } = parseDelivery(buildEvent, payload);
  if (resource.result !== "failed") return [];
  const { branch, commit } = sourceOf(resource);
  return [
    {
      kind: "check_failed",
      branch,
      commit,
      name: resource.definition.name,
      text: message?.text ?? "",
      url: resource._links?.web?.href ?? "",
    },
  ];
}

/** A build for a pull request is one of its merge, `refs/pull/12/merge`. */
function sourceOf(build: z.output<typeof buildEvent>["resource"]): { branch: string; commit: string } {
  const ref = build.sourceBranch ?? "";
  const commit = build.sourceVersion ?? "";
  if (ref.startsWith("refs/heads/")) return { branch: toBranch(ref), commit };
  const cause = parametersSchema.safeParse(parseOrNull(build.parameters ?? "")).data;
  return {
    branch: toBranch(cause?.["system.pullRequest.sourceBranch"] ?? ""),
    commit: cause?.["system.pullRequest.sourceCommitId"] ?? commit,
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
