import type { Selectable } from "kysely";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { WebhooksTable } from "../store/schema.ts";

export type WebhookRow = Selectable<WebhooksTable>;

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
export function listWebhookRows({ db }: Pick<Database, "db">, projectId: string): Promise<WebhookRow[]> {
  return guardStore(() =>
    db.selectFrom("webhooks").selectAll().where("project_id", "=", projectId).orderBy("created_at").execute(),
  );
}
