import { api } from "./client.ts";

export interface Webhook {
  id: string;
  projectId: string;
  url: string;
  events: string[];
  createdAt: string;
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
}

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  error: string | null;
  response: string;
  durationMs: number;
}

export interface Delivery {
  id: string;
  messageId: string;
  type: string;
  jobId: string | null;
  state: "pending" | "delivered" | "failed";
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: DeliveryAttempt[];
}

export interface HostWebhook {
  url: string;
  lastDeliveryAt: string | null;
  deliveries24h: number;
}

export const webhookEvents = [
  "job.completed",
  "job.failed",
  "job.archived",
  "pull_request.opened",
  "pull_request.merged",
  "pull_request.closed",
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
