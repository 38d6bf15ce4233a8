import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { jobRecord } from "../../jobs/record-schema.ts";
import { messageBody, sendMessage } from "../../jobs/send-message.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import type { ServerDeps } from "../server-deps.ts";
import { showLimitInErrors } from "../show-limit-in-errors.ts";

export const sendMessageOperation: Operation = {
  id: "sendMessage",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/message",
  summary: "Say more to a job",
  description:
    "A running job hears the message before its next step. One that has ended becomes active again and goes on with its branch and pull request; when that was merged or closed, a new pull request is opened. At most 100 accepted messages per project in any rolling 60 minutes, counted apart from creates.",
  scope: "write",
  pathParameters: {
    projectId: { description: "Id of the project.", example: "prj_0123456789abcdefghijkl" },
    jobId: { description: "Id of the job.", example: "job_0123456789abcdefghijkl" },
  },
  requestHeaders: {
    "Idempotency-Key": {
      description:
        "1 to 255 printable ASCII characters, kept for 24 hours: the same key and body are one message, however often they are sent.",
      example: "7f6c1c1e-review-remark",
    },
  },
  body: { schema: messageBody, example: { prompt: "Mention the change in the changelog too" } },
  responses: {
    200: {
      description: "The job, which is active.",
      headers: {
        "RateLimit-Policy": {
          description: "100 messages in any 60 minutes.",
          example: '"message";q=100;w=3600',
        },
        RateLimit: {
          description: "Messages left, and seconds until one more is free.",
          example: '"message";r=99;t=3600',
        },
        "Idempotent-Replayed": {
          description: "true on the first answer given again; absent otherwise.",
          example: "true",
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
    "invalid_request",
    "invalid_json",
    "invalid_api_key",
    "api_key_expired",
    "insufficient_scope",
    "ip_not_allowed",
    "project_not_found",
    "job_not_found",
    "job_archived",
    "request_timeout",
    "idempotency_in_flight",
    "body_too_large",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "headers_too_large",
    "internal_error",
    "unavailable",
  ],
};

export function registerSendMessage(app: FastifyInstance, deps: ServerDeps): void {
  const errorHandler = showLimitInErrors(deps.loadMessageUses);
  registerOperation(app, deps, sendMessageOperation, answer, { errorHandler });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = request.params as { projectId: string; jobId: string };
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined;
    const sent = await sendMessage(deps, address, request.body, { idempotencyKey });
    reply.headers(rateLimitHeaders(sent.uses)).header("content-type", "application/json; charset=utf-8");
    if (sent.replayed) reply.header("idempotent-replayed", "true");
    return reply.send(sent.answer);
  }
}
