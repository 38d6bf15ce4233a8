import type { FastifyInstance } from "fastify";
import { findOverlaps, findOverlapsBody, overlapList } from "../../../jobs/find-overlaps.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { sendJson } from "./send-json.ts";

export const findOverlapsOperation: Operation = {
  id: "findOverlaps",
  tag: "Projects",
  method: "post",
  path: "/v2/manage/projects/{projectId}/overlaps",
  summary: "Find open pull requests on the same pages",
  description:
    "Open pull requests of the project's jobs that change pages named in a prompt or matched by globs, newest first. Nothing is created.",
  scope: null,
  permission: "jobs:read",
  pathParameters: projectPath,
  body: {
    schema: findOverlapsBody,
    example: { prompt: "Shorten @docs/webhooks.mdx", paths: ["docs/api/**"] },
  },
  responses: {
    200: {
      description: "The pull requests.",
      content: {
        type: "application/json",
        schema: overlapList,
        example: {
          data: [
            {
              jobId: "job_0123456789abcdefghijkl",
              title: "Say webhook everywhere",
              prLink: "https://github.com/acme/docs/pull/7",
              paths: ["docs/webhooks.mdx"],
            },
          ],
        },
      },
    },
  },
  errors: ["project_not_found", "invalid_json", "body_too_large", "unsupported_media_type"],
};

export function registerFindOverlaps(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, findOverlapsOperation, async (request, reply) => {
    const { projectId } = request.params as { projectId: string };
    return sendJson(reply, await findOverlaps(deps, projectId, request.body));
  });
}
