import type { Selectable } from "kysely";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { WebhooksTable } from "../schema.ts";

export type WebhookRow = Selectable<WebhooksTable>;

export interface WebhookAddress {
  projectId: string;
  webhookId: string;
}

/** The project's, oldest first. */
export function listWebhookRows({ db }: Pick<Database, "db">, projectId: string): Promise<WebhookRow[]> {
  return guardStore(() =>
    db.selectFrom("webhooks").selectAll().where("project_id", "=", projectId).orderBy("created_at").execute(),
  );
}

export function loadWebhook(
  { db }: Pick<Database, "db">,
  { projectId, webhookId }: WebhookAddress,
): Promise<WebhookRow | undefined> {
  return guardStore(() =>
    db
      .selectFrom("webhooks")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("id", "=", webhookId)
      .executeTakeFirst(),
  );
}
