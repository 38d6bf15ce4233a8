import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createJob } from "../../jobs/create-job.ts";
import { createJobBody } from "../../jobs/create-job-body.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { authorOfRequest } from "../author-of-request.ts";
import { showLimitInErrors } from "../errors/show-limit-in-errors.ts";
import { originOfRequest } from "../http/origin-of-request.ts";
import { readHeaderOnce } from "../http/read-header-once.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { idempotencyKeyPattern, projectPath } from "../openapi/job-operation.ts";
import { type HeaderDescription, type Operation, registerOperation } from "../openapi/operation.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import { refuseModel } from "../refuse-model.ts";
import type { ServerDeps } from "../server-deps.ts";

const jobHeaders: Record<string, HeaderDescription> = {
  Location: {
    description: "Path of the job.",
    example: "/v2/agent/prj_0123456789abcdefghijkl/job/job_0123456789abcdefghijkl",
  },
  "Idempotent-Replayed": {
    description: "true if an earlier response is returned again; absent otherwise.",
    example: "true",
    pattern: "^true$",
    optional: true,
  },
};

export const createJobOperation: Operation = {
  id: "createJob",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job",
  summary: "Create a job",
  description:
    "Stores the job and its place in the queue, and responds only when both are stored. At most 100 accepted creates per project in any rolling 60 minutes; refused, failed and replayed requests do not count.",
  scope: "write",
  permission: "jobs:write",
  limit: "create",
  pathParameters: projectPath,
  requestHeaders: {
    "Idempotency-Key": {
      description:
        "1 to 255 printable ASCII characters, kept for 24 hours: the same key and body make one job, however often they are sent.",
      example: "7f6c1c1e-release-notes",
      pattern: idempotencyKeyPattern,
    },
  },
  body: {
    schema: createJobBody,
    example: { prompt: 'Replace "web hook" with "webhook"', ref: "main", metadata: { ticket: "DOC-17" } },
  },
  responses: {
    200: {
      description: "The job that works on the topic takes the prompt as its next turn.",
      headers: jobHeaders,
      content: {
        type: "application/json",
        schema: jobRecord,
        example: { ...exampleJob, topic: "release-notes" },
      },
    },
    201: {
      description: "The job exists and will be worked on.",
      headers: jobHeaders,
      content: { type: "application/json", schema: jobRecord, example: exampleJob },
    },
  },
  errors: [
    "invalid_json",
    "invalid_ref",
    "unknown_model",
    "branch_taken",
    "topic_mismatch",
    "idempotency_in_flight",
    "body_too_large",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "budget_exceeded",
  ],
};

export function registerCreateJob(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, createJobOperation, answer, {
    errorHandler: showLimitInErrors(deps.loadUses),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { projectId } = request.params as { projectId: string };
    const idempotencyKey = readHeaderOnce(request, "Idempotency-Key");
    const created = await createJob(deps, projectId, request.body, {
      idempotencyKey,
      author: await authorOfRequest(deps, request),
      origin: originOfRequest(request),
    }).catch(refuseModel);
    reply.code(created.joined ? 200 : 201).headers(rateLimitHeaders(created.uses));
    reply.header("location", `${app.basePath}/v2/agent/${projectId}/job/${created.jobId}`);
    reply.header("content-type", "application/json; charset=utf-8");
    if (created.replayed) reply.header("idempotent-replayed", "true");
    return reply.send(created.answer);
  }
}
