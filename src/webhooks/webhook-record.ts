import type { WebhookRow } from "../store/webhooks/webhook-rows.ts";

export const webhookEvents = [
  "job.completed",
  "job.failed",
  "job.archived",
  "pull_request.opened",
  "pull_request.merged",
  "pull_request.closed",
] as const;

/** Of the message with which somebody tries a webhook; nobody subscribes to it. */
export const pingType = "webhook.ping";

export type WebhookEvent = (typeof webhookEvents)[number];

export interface WebhookRecord {
  id: string;
  projectId: string;
  url: string;
  events: WebhookEvent[];
  createdAt: string;
  /** Since when every attempt has failed. */
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
}

export function toWebhookRecord(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    events: row.events as WebhookEvent[],
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
  };
}
