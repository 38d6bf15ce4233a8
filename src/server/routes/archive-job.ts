import type { FastifyInstance } from "fastify";
import { archiveJob, unarchiveJob } from "../../jobs/archive-job.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { authorOfRequest } from "../author-of-request.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { jobChangeErrors, jobPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

const ended = {
  ...exampleJob,
  status: "completed" as const,
  reason: "no_changes" as const,
  finishedAt: "2026-11-21T09:31:00.000Z",
};

export const archiveJobOperation: Operation = {
  id: "archiveJob",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/archive",
  summary: "Archive a job",
  description: "Archives a job that has ended. Nothing is deleted. Archiving it again changes nothing.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
  responses: {
    200: {
      description: "The job, which is archived.",
      content: {
        type: "application/json",
        schema: jobRecord,
        example: { ...ended, status: "archived", archivedAt: "2026-11-22T09:30:00.000Z" },
      },
    },
  },
  errors: [...jobChangeErrors, "job_active"],
};

export const unarchiveJobOperation: Operation = {
  id: "unarchiveJob",
  tag: "Jobs",
  method: "post",
  path: "/v2/agent/{projectId}/job/{jobId}/unarchive",
  summary: "Unarchive a job",
  description: "The job is completed or failed again. A job that is not archived stays as it is.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
  responses: {
    200: {
      description: "The job.",
      content: { type: "application/json", schema: jobRecord, example: ended },
    },
  },
  errors: jobChangeErrors,
};

export function registerArchiveJob(app: FastifyInstance, deps: ServerDeps): void {
  const verbs = [
    [archiveJobOperation, archiveJob],
    [unarchiveJobOperation, unarchiveJob],
  ] as const;
  for (const [operation, verb] of verbs) {
    registerOperation(app, deps, operation, async (request, reply) => {
      const address = request.params as { projectId: string; jobId: string };
      const author = await authorOfRequest(deps, request);
      const record = await verb(deps, { ...address, author });
      return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(record));
    });
  }
}
