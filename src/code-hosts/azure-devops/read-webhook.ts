import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../webhook-types.ts";
import { stateOf, toBranch } from "./find-open-pull-request.ts";
import { buildSchema, commentSchema, linkSchema, repositoryPage } from "./schemas.ts";
import { toCheckEvent } from "./to-check-event.ts";
import { toCommentEvent } from "./to-comment-event.ts";

const deliverySchema = z.object({ id: z.string().min(1), eventType: z.string() });

const pullRequestEvent = z.object({
  resource: z.object({ pullRequestId: z.number(), status: z.string(), sourceRefName: z.string() }),
});

/** Needs resource version 2.0: version 1.0 does not identify the pull request. Has neither file nor line. */
const commentEvent = z.object({
  resource: z.object({
    comment: commentSchema.extend({
      lastContentUpdatedDate: z.string().nullish(),
      _links: z.object({ threads: linkSchema }).nullish(),
    }),
    pullRequest: z.object({ pullRequestId: z.number(), repository: repositoryPage }),
  }),
});

const buildEvent = z.object({
  message: z.object({ text: z.string().nullish() }).nullish(),
  resource: buildSchema,
});

type ReadEvents = (payload: unknown) => HostEvent[];

const readers: Record<string, ReadEvents | undefined> = {
  "git.pullrequest.created": readPullRequest,
  "git.pullrequest.updated": readPullRequest,
  "git.pullrequest.merged": readPullRequest,
  "ms.vss-code.git-pullrequest-comment-event": readComment,
  "build.complete": readBuild,
};

/** Service hooks are not signed: the secret is the password of Basic authentication. */
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

/** Hashes, so that all values compared have the same length. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The event "merged" only means that a merge was attempted. */
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

/** The same event reports new, changed and deleted comments. */
function readComment(payload: unknown): HostEvent[] {
  const { comment, pullRequest } = parseDelivery(commentEvent, payload).resource;
  const { publishedDate, lastContentUpdatedDate } = comment;
  if (lastContentUpdatedDate != null && lastContentUpdatedDate !== publishedDate) return [];
  const { pullRequestId: number, repository } = pullRequest;
  const [, thread] = /\/threads\/(\d+)/.exec(comment._links?.threads?.href ?? "") ?? [];
  return toArray(
    toCommentEvent(comment, {
      repository,
      number,
      ...(thread === undefined ? {} : { thread: { id: Number(thread) } }),
    }),
  );
}

function readBuild(payload: unknown): HostEvent[] {
  const { resource, message } = parseDelivery(buildEvent, payload);
  return toArray(toCheckEvent(resource, message?.text ?? ""));
}

function toArray(event: HostEvent | null): HostEvent[] {
  return event === null ? [] : [event];
}
