import type { FastifyInstance } from "fastify";
import { listJobs, listJobsInput } from "../../jobs/list-jobs.ts";
import { jobPage } from "../../jobs/record-schema.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { projectPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { readQuery } from "../openapi/read-query.ts";
import type { ServerDeps } from "../server-deps.ts";

const exampleCursor = "WyIyMDI2LTExLTIxVDA5OjMwOjAwLjAwMFoiLCJqb2JfMDEyMzQ1Njc4OWFiY2RlZmdoaWprbCJd";

export const listJobsOperation: Operation = {
  id: "listJobs",
  tag: "Jobs",
  method: "get",
  path: "/v2/agent/{projectId}/jobs",
  summary: "List jobs",
  description:
    "The project's jobs, newest first. Pages follow each other by nextCursor: a job that is created meanwhile never shifts them.",
  scope: "read",
  permission: "jobs:read",
  pathParameters: projectPath,
  query: {
    schema: listJobsInput,
    descriptions: {
      status: "Only jobs that have it.",
      limit: "How many jobs a page has at most.",
      cursor: "nextCursor of the page before.",
    },
    example: { status: "active", limit: 20, cursor: exampleCursor },
  },
  responses: {
    200: {
      description: "One page.",
      content: {
        type: "application/json",
        schema: jobPage,
        example: { data: [exampleJob], nextCursor: null },
      },
    },
  },
  errors: [],
};

export function registerListJobs(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listJobsOperation, async (request, reply) => {
    const { projectId } = request.params as { projectId: string };
    const page = await listJobs(deps, projectId, readQuery(listJobsInput, request.query));
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(page));
  });
}
