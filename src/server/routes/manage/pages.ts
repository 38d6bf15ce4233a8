import type { FastifyInstance } from "fastify";
import { listPages, listPagesInput, pageList } from "../../../projects/list-pages.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { sendJson } from "./send-json.ts";

export const listPagesOperation: Operation = {
  id: "listPages",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/projects/{projectId}/pages",
  summary: "List the pages of a project",
  description:
    "The pages of the project's site on a branch, with their titles. The branch is read at most once a minute.",
  scope: null,
  permission: "projects:read",
  pathParameters: projectPath,
  query: { schema: listPagesInput, example: { q: "webhook", ref: "main", limit: 20 } },
  responses: {
    200: {
      description: "The pages.",
      content: {
        type: "application/json",
        schema: pageList,
        example: {
          data: [{ path: "docs/webhooks.mdx", title: "Webhooks" }],
          ...{ total: 1, generator: "mintlify", commit: "0123456789abcdef0123456789abcdef01234567" },
        },
      },
    },
  },
  errors: [
    ...(["project_not_found", "invalid_ref", "invalid_repository_url", "url_not_allowed"] as const),
    ...(["repository_unreachable", "repository_empty", "ref_not_found"] as const),
  ],
};

export function registerListPages(app: FastifyInstance, deps: ServerDeps): void {
  const deadlineMs = 30_000;
  registerOperation(
    app,
    deps,
    listPagesOperation,
    async (request, reply) => {
      const { projectId } = request.params as { projectId: string };
      return sendJson(reply, await listPages(deps, projectId, readQuery(listPagesInput, request.query)));
    },
    { deadlineMs },
  );
}
