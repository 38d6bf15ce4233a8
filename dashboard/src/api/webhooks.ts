import type { Delivery, GetHostWebhookAnswer, Webhook } from "../../../sdk/src/generated-types.ts";
import { api } from "./client.ts";

export type DeliveryAttempt = Delivery["attempts"][number];
export type HostWebhook = GetHostWebhookAnswer;
export type { Delivery, Webhook };

export const webhookEvents = [
  "job.completed",
  "job.failed",
  "job.archived",
  "pull_request.opened",
  "pull_request.merged",
  "pull_request.closed",
  "trigger.started",
  "trigger.skipped",
  "trigger.budget_used",
] as const;

export const webhooksPath = (projectId: string) => `/v2/manage/projects/${projectId}/webhooks`;

export const hostWebhookPath = (projectId: string) => `/v2/manage/projects/${projectId}/host-webhook`;

export const deliveriesPath = (projectId: string, webhookId: string) =>
  `${webhooksPath(projectId)}/${webhookId}/deliveries`;

export const createWebhook = (projectId: string, body: { url: string; events: string[] }) =>
  api.post<{ secret: string }>(webhooksPath(projectId), body);

export const rotateWebhook = (projectId: string, webhookId: string) =>
  api.post<{ secret: string }>(`${webhooksPath(projectId)}/${webhookId}/rotate-secret`, {});

export const changeWebhook = (projectId: string, webhookId: string, verb: "disable" | "enable" | "ping") =>
  api.post(`${webhooksPath(projectId)}/${webhookId}/${verb}`);

export const removeWebhook = (projectId: string, webhookId: string) =>
  api.delete(`${webhooksPath(projectId)}/${webhookId}`);

export const redeliver = (projectId: string, webhookId: string, deliveryId: string) =>
  api.post(`${webhooksPath(projectId)}/${webhookId}/deliveries/${deliveryId}/redeliver`);
