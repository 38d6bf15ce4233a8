import type { FastifyInstance } from "fastify";
import { cancelJob } from "../../jobs/cancel-job.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { authorOfRequest } from "../author-of-request.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { jobChangeErrors, jobPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

export const cancelJobOperation: Operation = {
  id: "cancelJob",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/cancel",
  summary: "Cancel a job",
  description:
    "Ends an active job at once, on whichever machine it runs: its model call is stopped, and its work so far stays in its diff. A job that is already cancelled is returned as it is, so that the request can be repeated; one that ended otherwise is refused.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
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
  errors: [...jobChangeErrors, "job_not_active"],
};

export function registerCancelJob(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, cancelJobOperation, async (request, reply) => {
    const address = request.params as { projectId: string; jobId: string };
    const author = await authorOfRequest(deps, request);
    const record = await cancelJob(deps, { ...address, author });
    reply.header("content-type", "application/json; charset=utf-8");
    return reply.send(JSON.stringify(record));
  });
}
