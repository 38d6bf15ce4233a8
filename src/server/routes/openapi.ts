import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { buildOpenapi } from "../openapi/build-openapi.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";
import { archiveJobOperation, unarchiveJobOperation } from "./archive-job.ts";
import { cancelJobOperation } from "./cancel-job.ts";
import { createJobOperation } from "./create-job.ts";
import { getJobOperation } from "./get-job.ts";
import { liveOperation, readyOperation } from "./health.ts";
import { listJobEventsOperation } from "./job-events.ts";
import { getJobChecksOperation, getJobDiffOperation } from "./job-results.ts";
import { listJobsOperation } from "./list-jobs.ts";
import { listModelsOperation } from "./list-models.ts";
import { openPreviewOperation } from "./open-preview.ts";
import { receiveHostWebhookOperation } from "./receive-host-webhook.ts";
import { sendMessageOperation } from "./send-message.ts";

const openapiOperation: Operation = {
  id: "getOpenapi",
  tag: "Service",
  method: "get",
  path: "/openapi.json",
  summary: "This description",
  description: "OpenAPI 3.1, made from the schemas that validate requests.",
  scope: null,
  responses: {
    200: {
      description: "The description.",
      content: {
        type: "application/json",
        schema: z.looseObject({ openapi: z.literal("3.1.0") }),
        example: { openapi: "3.1.0" },
      },
    },
  },
  errors: [],
};

/** Every operation that the description has. */
export const operations: Operation[] = [
  createJobOperation,
  getJobOperation,
  sendMessageOperation,
  cancelJobOperation,
  archiveJobOperation,
  unarchiveJobOperation,
  openPreviewOperation,
  listJobsOperation,
  listJobEventsOperation,
  getJobDiffOperation,
  getJobChecksOperation,
  listModelsOperation,
  receiveHostWebhookOperation,
  liveOperation,
  readyOperation,
  openapiOperation,
];

export function registerOpenapi(app: FastifyInstance, deps: ServerDeps): void {
  const text = JSON.stringify(buildOpenapi(operations, deps.version, app.basePath));
  registerOperation(app, deps, openapiOperation, async (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(text),
  );
}
