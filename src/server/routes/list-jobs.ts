import type { FastifyInstance } from "fastify";
import { gatherMetadata } from "../../jobs/job-filter.ts";
import { listJobs, listJobsInput } from "../../jobs/list-jobs.ts";
import { jobPage } from "../../jobs/record-schema.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { projectPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { readQuery } from "../openapi/read-query.ts";
import type { ServerDeps } from "../server-deps.ts";

const exampleCursor = "WyIyMDI2LTExLTIxVDA5OjMwOjAwLjAwMFoiLCJqb2JfMDEyMzQ1Njc4OWFiY2RlZmdoaWprbCJd";

export const exampleJobQuery = {
  ...{ status: "completed,failed", reason: "pull_request_opened", model: "copydesk/chores", ref: "main" },
  ...{ author: "ci", createdFrom: "2026-11-01", createdTo: "2026-11-30", metadata: { ticket: "DOC-17" } },
  ...{
    label: "docs",
    topic: "release-notes",
    q: "web hook",
    pullRequest: "open",
    limit: 20,
    cursor: exampleCursor,
  },
};

export const listJobsOperation: Operation = {
  id: "listJobs",
  tag: "Jobs",
  method: "get",
  path: "/v2/agent/{projectId}/jobs",
  summary: "List jobs",
  description:
    "The project's jobs, newest first; filters apply together. nextCursor leads from page to page; jobs created in the meantime never shift them. A page looks at 10,000 jobs at most: with filters it may have fewer than limit, or none, before the last one.",
  scope: "read",
  permission: "jobs:read",
  pathParameters: projectPath,
  query: {
    schema: listJobsInput,
    example: exampleJobQuery,
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
    const page = await listJobs(
      deps,
      projectId,
      readQuery(listJobsInput, gatherMetadata(request.query as Record<string, unknown>)),
    );
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(page));
  });
}
