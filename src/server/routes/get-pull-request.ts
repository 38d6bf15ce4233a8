import type { FastifyInstance } from "fastify";
import { AppError } from "../../errors.ts";
import { getPullRequestJob } from "../../jobs/get-pull-request-job.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { projectPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

const pattern = "^[1-9][0-9]{0,8}$";

export const getPullRequestOperation: Operation = {
  id: "getPullRequestJob",
  tag: "Review",
  method: "get",
  path: "/v2/agent/{projectId}/pull-request/{number}",
  summary: "Get the job of a pull request",
  description: "The record of the job that opened the pull request with this number.",
  scope: "read",
  permission: "jobs:read",
  pathParameters: {
    ...projectPath,
    number: { description: "Of the pull request on the code host.", example: "12", pattern },
  },
  responses: {
    200: {
      description: "The record of its job.",
      content: { type: "application/json", schema: jobRecord, example: exampleJob },
    },
  },
  errors: ["pull_request_not_found"],
};

export function registerGetPullRequest(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, getPullRequestOperation, async (request, reply) => {
    const { projectId, number } = request.params as { projectId: string; number: string };
    if (!/^[1-9][0-9]{0,8}$/.test(number))
      throw new AppError("pull_request_not_found", "There is no such pull request.");
    const jobId = await getPullRequestJob(deps, { projectId, number: Number(number) });
    const { body } = await deps.jobRepresentations.get({ projectId, jobId });
    return reply.header("content-type", "application/json; charset=utf-8").send(body);
  });
}
