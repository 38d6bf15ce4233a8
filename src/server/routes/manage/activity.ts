import type { FastifyInstance } from "fastify";
import { activity } from "../../../jobs/activity-schema.ts";
import { listVisibleProjects } from "../../../jobs/list-visible-projects.ts";
import { readActivity } from "../../../jobs/read-activity.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { sendJson } from "./send-json.ts";

const example = {
  queue: { queued: 3, waitingCapacity: 1, running: 1, oldestQueuedSeconds: 12, openPullRequests: 7 },
  workers: [
    { id: "worker_6db7c3e0300da883", startedAt: "2026-11-22T08:00:00.000Z", running: 1, aliveSeconds: 1 },
  ],
  lastHour: { created: 12, completed: 9, failed: 1, tokens: 412_000, costUsd: 1.25 },
  jobs: [
    {
      ...{
        id: "job_0123456789abcdefghijkl",
        projectId: "prj_0123456789abcdefghijkl",
        projectName: "Product docs",
      },
      ...{
        prompt: "Describe the new option",
        model: "anthropic/claude-sonnet-4-5",
        reason: "running" as const,
      },
      ...{ turn: 1, lastEvent: "tool_result", sinceSeconds: 41, steps: 6, tokens: 51_200, costUsd: 0.18 },
    },
  ],
};

export const getActivityOperation: Operation = {
  id: "getActivity",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/activity",
  summary: "See what is going on",
  description:
    "What is running and waiting in your organisations' projects, the instance's workers, and the last hour, as `copydesk top` shows it.",
  scope: null,
  permission: "jobs:read",
  responses: {
    200: {
      description: "As it is now.",
      content: { type: "application/json", schema: activity, example },
    },
  },
  errors: [],
};

export function registerGetActivity(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, getActivityOperation, async (request, reply) => {
    const projects = await listVisibleProjects(deps, request.principal!, { permission: "jobs:read" });
    const ids = projects.map(({ id }) => id);
    return sendJson(reply, await readActivity(deps, ids));
  });
}
