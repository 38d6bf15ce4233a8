import type { Insertable, Selectable } from "kysely";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { retryConflicts } from "../retry-conflicts.ts";
import type { WebhooksTable } from "../schema.ts";

export type WebhookRow = Selectable<WebhooksTable>;

export interface WebhookAddress {
  projectId: string;
  webhookId: string;
}

export function insertWebhook(
  { db }: Pick<Database, "db">,
  webhook: Insertable<WebhooksTable>,
): Promise<WebhookRow> {
  return guardStore(() => db.insertInto("webhooks").values(webhook).returningAll().executeTakeFirstOrThrow());
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

/** Undefined when the project has no such webhook. */
export function updateWebhook(
  { db }: Pick<Database, "db">,
  { projectId, webhookId }: WebhookAddress,
  change: Partial<Pick<WebhookRow, "secrets" | "disabled_at" | "disabled_reason" | "failing_since">>,
): Promise<WebhookRow | undefined> {
  return guardStore(() =>
    db
      .updateTable("webhooks")
      .set(change)
      .where("project_id", "=", projectId)
      .where("id", "=", webhookId)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** With everything that was to be delivered there; false when there is no such webhook. */
export function deleteWebhook(
  { db }: Pick<Database, "db">,
  { projectId, webhookId }: WebhookAddress,
): Promise<boolean> {
  const remove = db.deleteFrom("webhooks").where("project_id", "=", projectId).where("id", "=", webhookId);
  return guardStore(async () => {
    const { numDeletedRows } = await retryConflicts(() => remove.executeTakeFirst());
    return numDeletedRows > 0n;
  });
}
