import type { FastifyInstance } from "fastify";
import { inbox, readInbox } from "../../../jobs/read-inbox.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { exampleListedJob } from "./jobs.ts";
import { sendJson } from "./send-json.ts";

const { projectId, projectName } = exampleListedJob;

export const getInboxOperation: Operation = {
  id: "getInbox",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/inbox",
  summary: "See what waits for you",
  description:
    "Jobs to review (the shortest change first), failed jobs and running jobs, at most 50 of each, and how much of the projects' hourly limits is used.",
  scope: null,
  permission: "jobs:read",
  responses: {
    200: {
      description: "The inbox.",
      content: {
        type: "application/json",
        schema: inbox,
        example: {
          ...{ review: [], failed: [] },
          running: [{ ...exampleListedJob, changedLines: null, changedFiles: null }],
          more: { review: false, failed: false, running: false },
          limits: [{ projectId, projectName, limit: 100, used: 58, nextFreeAt: "2026-11-21T12:41:00.000Z" }],
        },
      },
    },
  },
  errors: [],
};

export function registerGetInbox(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, getInboxOperation, async (request, reply) =>
    sendJson(reply, await readInbox(deps, request.principal!)),
  );
}
