import type { FastifyInstance } from "fastify";
import { gatherMetadata } from "../../../jobs/job-filter.ts";
import { listAllJobs, listAllJobsInput, listedJobPage } from "../../../jobs/list-all-jobs.ts";
import { exampleJob } from "../../openapi/example-job.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { exampleJobQuery } from "../list-jobs.ts";
import { sendJson } from "./send-json.ts";

export const exampleListedJob = {
  ...exampleJob,
  projectId: "prj_0123456789abcdefghijkl",
  projectName: "Product docs",
  prompt: 'Replace "web hook" with "webhook"',
};

export const listAllJobsOperation: Operation = {
  id: "listAllJobs",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/jobs",
  summary: "List the jobs of all projects",
  description:
    "The jobs of your organisations' projects, newest first, with the filters and pages of a project's own list.",
  scope: null,
  permission: "jobs:read",
  query: {
    schema: listAllJobsInput,
    example: { projectId: exampleListedJob.projectId, ...exampleJobQuery },
  },
  responses: {
    200: {
      description: "One page.",
      content: {
        type: "application/json",
        schema: listedJobPage,
        example: { data: [exampleListedJob], nextCursor: null },
      },
    },
  },
  errors: ["project_not_found"],
};

export function registerListAllJobs(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listAllJobsOperation, async (request, reply) => {
    const query = readQuery(listAllJobsInput, gatherMetadata(request.query as Record<string, unknown>));
    return sendJson(reply, await listAllJobs(deps, request.principal!, query));
  });
}
