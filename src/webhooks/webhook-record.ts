import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

export interface WebhookRow {
  id: string;
  project_id: string;
  url: string;
  events: string[];
  /** Encrypted, as stored. */
  secrets: string;
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
}

export interface WebhookAddress {
  projectId: string;
  webhookId: string;
}

export const jobEvents = [
  "job.completed",
  "job.failed",
  "job.archived",
  "pull_request.opened",
  "pull_request.merged",
  "pull_request.closed",
] as const;

/** Events about triggers, which are not among a webhook's default events. */
export const triggerEvents = ["trigger.started", "trigger.skipped", "trigger.budget_used"] as const;

export const webhookEvents = [...jobEvents, ...triggerEvents] as const;

/** Type of test messages, which cannot be subscribed to. */
export const pingType = "webhook.ping";

export type WebhookEvent = (typeof webhookEvents)[number];

export interface WebhookRecord {
  id: string;
  projectId: string;
  url: string;
  events: WebhookEvent[];
  createdAt: string;
  /** Since when all attempts have failed. */
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

/** Lists the project's webhooks, oldest first. */
export async function listWebhookRows(
  { pool }: Pick<Database, "pool">,
  projectId: string,
): Promise<WebhookRow[]> {
  const all = "select * from webhooks where project_id = $1 order by created_at";
  return (await guardStore(() => pool.query<WebhookRow>(all, [projectId]))).rows;
}
