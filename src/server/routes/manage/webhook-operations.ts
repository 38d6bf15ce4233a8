import { z } from "zod";
import { createWebhookInput } from "../../../webhooks/create-webhook.ts";
import { listDeliveriesInput } from "../../../webhooks/list-deliveries.ts";
import { rotateSecretInput } from "../../../webhooks/manage-webhook.ts";
import {
  createdWebhook,
  deliveryPage,
  hostWebhookHealth,
  webhookSchema,
} from "../../../webhooks/webhook-schema.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import {
  bodyErrors,
  exampleProjectId,
  exampleTime,
  onceErrors,
  onceHeaders,
  replayedHeader,
  webhookPath,
} from "./manage-parts.ts";

const exampleWebhook = {
  ...{ id: webhookPath.webhookId.example, projectId: exampleProjectId, url: "https://example.com/copydesk" },
  ...{ events: ["job.completed", "job.failed"], createdAt: exampleTime },
  ...{ failingSince: null, disabledAt: null, disabledReason: null },
};
const withSecret = { ...exampleWebhook, secret: "whsec_…" };
const json = (schema: z.ZodType, example: unknown) => ({ type: "application/json", schema, example });

const base = { tag: "Webhooks of projects", scope: null } as const;
const ofProject = {
  ...base,
  path: "/v2/manage/projects/{projectId}/webhooks",
  pathParameters: projectPath,
} as const;
const one = { ...base, pathParameters: webhookPath } as const;
const onePath = "/v2/manage/projects/{projectId}/webhooks/{webhookId}";

export const listWebhooksOperation: Operation = {
  ...{ ...ofProject, id: "listWebhooks", method: "get", permission: "webhooks:read" },
  summary: "List a project's webhooks",
  description: "Oldest first.",
  responses: {
    200: {
      description: "The webhooks.",
      content: json(z.object({ data: z.array(webhookSchema) }), { data: [exampleWebhook] }),
    },
  },
  errors: [],
};

export const createWebhookOperation: Operation = {
  ...{ ...ofProject, id: "createWebhook", method: "post", permission: "webhooks:write" },
  summary: "Create a webhook",
  description:
    "The secret is shown in this response and never again. Private addresses are not called unless the operator allows it.",
  requestHeaders: onceHeaders!,
  body: {
    schema: createWebhookInput,
    example: { url: "https://example.com/copydesk", events: ["job.completed"] },
  },
  responses: {
    201: { description: "The webhook.", headers: replayedHeader, content: json(createdWebhook, withSecret) },
  },
  errors: [...onceErrors, "url_not_allowed"],
};

const oneResponse = (description: string) => ({
  200: { description, content: json(webhookSchema, exampleWebhook) },
});

export const getWebhookOperation: Operation = {
  ...{ ...one, id: "getWebhook", method: "get", path: onePath, permission: "webhooks:read" },
  summary: "Get a webhook",
  description: "The webhook and whether it works.",
  responses: oneResponse("The webhook."),
  errors: ["webhook_not_found"],
};

export const removeWebhookOperation: Operation = {
  ...{ ...one, id: "removeWebhook", method: "delete", path: onePath, permission: "webhooks:write" },
  summary: "Remove a webhook",
  description: "Together with its pending deliveries.",
  responses: { 204: { description: "It is removed." } },
  errors: [...bodyErrors, "webhook_not_found"],
};

export const rotateWebhookOperation: Operation = {
  ...{ ...one, id: "rotateWebhookSecret", method: "post", permission: "webhooks:write" },
  path: `${onePath}/rotate-secret`,
  summary: "Rotate a webhook's secret",
  description:
    "Messages are signed with both secrets for the overlap. The new one is shown in this response and never again.",
  requestHeaders: onceHeaders!,
  body: { schema: rotateSecretInput, example: { overlapHours: 24 } },
  responses: {
    201: {
      description: "The new secret.",
      headers: replayedHeader,
      content: json(createdWebhook, withSecret),
    },
  },
  errors: [...onceErrors, "webhook_not_found"],
};

export const disableWebhookOperation: Operation = {
  ...{
    ...one,
    id: "disableWebhook",
    method: "post",
    path: `${onePath}/disable`,
    permission: "webhooks:write",
  },
  summary: "Disable a webhook",
  description:
    "Nothing more is sent until it is enabled again; due messages wait. Disabling it again changes nothing.",
  responses: oneResponse("The webhook, which is disabled."),
  errors: [...bodyErrors, "webhook_not_found"],
};

export const enableWebhookOperation: Operation = {
  ...{ ...one, id: "enableWebhook", method: "post", path: `${onePath}/enable`, permission: "webhooks:write" },
  summary: "Enable a webhook",
  description: "Messages that came due in the meantime are delivered. Enabling it again changes nothing.",
  responses: oneResponse("The webhook, which is enabled."),
  errors: [...bodyErrors, "webhook_not_found"],
};

const due = json(z.object({ deliveryId: z.string() }), { deliveryId: "17" });

export const pingWebhookOperation: Operation = {
  ...{ ...one, id: "pingWebhook", method: "post", path: `${onePath}/ping`, permission: "webhooks:write" },
  summary: "Ping a webhook",
  description:
    "Sends a message of the type webhook.ping, to see whether it arrives; the deliveries show the result.",
  requestHeaders: onceHeaders!,
  responses: { 202: { description: "It is due.", headers: replayedHeader, content: due } },
  errors: [...onceErrors, "webhook_not_found"],
};

export const listDeliveriesOperation: Operation = {
  ...{
    ...one,
    id: "listDeliveries",
    method: "get",
    path: `${onePath}/deliveries`,
    permission: "webhooks:read",
  },
  summary: "List a webhook's deliveries",
  description: "Past and pending deliveries, newest first, with every attempt.",
  query: {
    schema: listDeliveriesInput,
    descriptions: {
      limit: "Maximum number of deliveries on a page.",
      cursor: "nextCursor of the page before.",
    },
    example: { limit: 20, cursor: "17" },
  },
  responses: {
    200: {
      description: "One page.",
      content: json(deliveryPage, {
        data: [
          {
            ...{
              id: "16",
              messageId: "msg_6f0c",
              type: "job.completed",
              jobId: "job_0123456789abcdefghijkl",
            },
            ...{ state: "delivered", createdAt: exampleTime, nextAttemptAt: null },
            attempts: [{ at: exampleTime, status: 200, error: null, response: "ok", durationMs: 41 }],
          },
        ],
        nextCursor: null,
      }),
    },
  },
  errors: ["webhook_not_found"],
};

export const redeliverOperation: Operation = {
  ...{ ...base, id: "redeliver", method: "post", permission: "webhooks:write" },
  path: `${onePath}/deliveries/{deliveryId}/redeliver`,
  pathParameters: {
    ...webhookPath,
    deliveryId: { description: "Id of the delivery.", example: "17", pattern: "^[0-9]{1,18}$" },
  },
  summary: "Deliver a message again",
  description: "Under the same message id.",
  requestHeaders: onceHeaders!,
  responses: { 202: { description: "It is due again.", headers: replayedHeader, content: due } },
  errors: [...onceErrors, "webhook_not_found", "delivery_not_found"],
};

export const getHostWebhookOperation: Operation = {
  ...{ ...base, id: "getHostWebhook", method: "get", permission: "webhooks:read" },
  path: "/v2/manage/projects/{projectId}/host-webhook",
  pathParameters: projectPath,
  summary: "Get the health of the code host's webhook",
  description:
    "Whether the code host sends merges, comments and failed checks, and when it last did. Deliveries are remembered for seven days.",
  responses: {
    200: {
      description: "What has been delivered.",
      content: json(hostWebhookHealth, {
        ...{ url: `https://docs.example.com/v2/hooks/${exampleProjectId}`, expected: true },
        ...{ lastDeliveryAt: exampleTime, deliveries24h: 12 },
      }),
    },
  },
  errors: [],
};
