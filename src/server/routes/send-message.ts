import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { jobRecord } from "../../jobs/record-schema.ts";
import { messageBody, sendMessage } from "../../jobs/send-message.ts";
import { authorOfRequest } from "../author-of-request.ts";
import { showLimitInErrors } from "../errors/show-limit-in-errors.ts";
import { originOfRequest } from "../http/origin-of-request.ts";
import { readHeaderOnce } from "../http/read-header-once.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { idempotencyKeyPattern, jobPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import { refuseModel } from "../refuse-model.ts";
import type { ServerDeps } from "../server-deps.ts";

export const sendMessageOperation: Operation = {
  id: "sendMessage",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/message",
  summary: "Send a follow-up",
  description:
    "A running job gets the message before its next step. A job that has ended becomes active again and continues with its branch and pull request; if that was merged or closed, a new pull request is opened. At most 100 accepted messages per project in any rolling 60 minutes, counted separately from creates.",
  scope: "write",
  permission: "jobs:write",
  limit: "message",
  pathParameters: jobPath,
  requestHeaders: {
    "Idempotency-Key": {
      description:
        "1 to 255 printable ASCII characters, kept for 24 hours: the same key and body are one message, however often they are sent.",
      example: "7f6c1c1e-review-remark",
      pattern: idempotencyKeyPattern,
    },
  },
  body: { schema: messageBody, example: { prompt: "Mention the change in the changelog too" } },
  responses: {
    200: {
      description: "The job, which is active.",
      headers: {
        "Idempotent-Replayed": {
          description: "true if an earlier response is returned again; absent otherwise.",
          example: "true",
          pattern: "^true$",
          optional: true,
        },
      },
      content: {
        type: "application/json",
        schema: jobRecord,
        example: {
          ...exampleJob,
          status: "active",
          reason: "queued",
          message: "",
          prLink: null,
          finishedAt: null,
        },
      },
    },
  },
  errors: [
    "invalid_json",
    "job_not_found",
    "job_archived",
    "transcript_expired",
    "unknown_model",
    "idempotency_in_flight",
    "body_too_large",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "budget_exceeded",
  ],
};

export function registerSendMessage(app: FastifyInstance, deps: ServerDeps): void {
  const errorHandler = showLimitInErrors(deps.loadMessageUses);
  registerOperation(app, deps, sendMessageOperation, answer, { errorHandler });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = request.params as { projectId: string; jobId: string };
    const idempotencyKey = readHeaderOnce(request, "Idempotency-Key");
    const sent = await sendMessage(deps, address, request.body, {
      idempotencyKey,
      author: await authorOfRequest(deps, request),
      origin: originOfRequest(request),
    }).catch(refuseModel);
    reply.headers(rateLimitHeaders(sent.uses)).header("content-type", "application/json; charset=utf-8");
    if (sent.replayed) reply.header("idempotent-replayed", "true");
    return reply.send(sent.answer);
  }
}
