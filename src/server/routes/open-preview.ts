import type { FastifyInstance } from "fastify";
import { openPreview } from "../../jobs/open-preview.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { authorOfRequest } from "../author-of-request.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { jobChangeErrors, jobPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

export const openPreviewOperation: Operation = {
  id: "openPreviewPullRequest",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/pull-request",
  summary: "Open the pull request of a preview",
  description:
    "Opens a pull request with exactly what a job in preview mode has ready, without asking the model again. The job is active until it is open; when the base branch has moved, the change is brought onto it.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
  responses: {
    200: {
      description: "The job, which is active.",
      content: { type: "application/json", schema: jobRecord, example: exampleJob },
    },
  },
  errors: [...jobChangeErrors, "no_preview", "transcript_expired"],
};

export function registerOpenPreview(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, openPreviewOperation, async (request, reply) => {
    const address = request.params as { projectId: string; jobId: string };
    const author = await authorOfRequest(deps, request);
    const record = await openPreview(deps, { ...address, author });
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(record));
  });
}
