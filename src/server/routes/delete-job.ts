import type { FastifyInstance } from "fastify";
import { deleteJob } from "../../jobs/delete-job.ts";
import { actorOfRequest } from "../author-of-request.ts";
import { jobChangeErrors, jobPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

export const deleteJobOperation: Operation = {
  id: "deleteJob",
  tag: "Jobs",
  method: "delete",
  path: "/v2/agent/{projectId}/job/{jobId}",
  summary: "Delete a job",
  description:
    "Removes a job that has ended, with its events and its diff. Its pull request and its branch stay as they are but are no longer followed: comments do not become follow-ups.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
  responses: { 204: { description: "The job is gone." } },
  errors: [...jobChangeErrors, "job_active"],
};

export function registerDeleteJob(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, deleteJobOperation, async (request, reply) => {
    const { projectId, jobId } = request.params as { projectId: string; jobId: string };
    await deleteJob(deps, { projectId, jobId, actor: await actorOfRequest(deps, request) });
    return reply.code(204).send();
  });
}
