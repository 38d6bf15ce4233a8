import type { FastifyInstance } from "fastify";
import { cancelJob } from "../../jobs/cancel-job.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

export const cancelJobOperation: Operation = {
  id: "cancelJob",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/cancel",
  summary: "Cancel a job",
  description:
    "Ends an active job at once, on whichever machine it runs: its model call is stopped, its work so far stays in its diff.",
  scope: "write",
  pathParameters: {
    projectId: { description: "Id of the project.", example: "prj_0123456789abcdefghijkl" },
    jobId: { description: "Id of the job.", example: "job_0123456789abcdefghijkl" },
  },
  responses: {
    200: {
      description: "The job, which has failed with the reason cancelled.",
      content: {
        type: "application/json",
        schema: jobRecord,
        example: {
          ...exampleJob,
          status: "failed",
          reason: "cancelled",
          message: "The job was cancelled; what it had done so far is in its diff.",
          prLink: null,
          pullRequest: null,
        },
      },
    },
  },
  errors: [
    "invalid_json",
    "invalid_api_key",
    "api_key_expired",
    "insufficient_scope",
    "ip_not_allowed",
    "project_not_found",
    "job_not_found",
    "job_not_active",
    "request_timeout",
    "body_too_large",
    "unsupported_media_type",
    "headers_too_large",
    "internal_error",
    "unavailable",
  ],
};

export function registerCancelJob(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, cancelJobOperation, async (request, reply) => {
    const record = await cancelJob(deps, request.params as { projectId: string; jobId: string });
    reply.header("content-type", "application/json; charset=utf-8");
    return reply.send(JSON.stringify(record));
  });
}
