import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";

export interface DueDelivery {
  id: string;
  /** Number of attempts, including this one. */
  attempts: number;
  webhookId: string;
  projectId: string;
  url: string;
  /** Encrypted. */
  secrets: string;
  messageId: string;
  type: string;
  job: Record<string, unknown>;
  /** Content of a message that is not about a job's record. */
  about: Record<string, unknown> | null;
  messageAt: Date;
}

export interface DeliveryAttempt {
  /** HTTP status; null if there was no answer. */
  status: number | null;
  error: string | null;
  /** Beginning of the response. */
  response: string;
  durationMs: number;
}

/** Outcome of a delivery after an attempt. */
export type DeliveryFate =
  | { state: "delivered" }
  | { state: "pending"; retryMs: number }
  | { state: "failed" }
  /** The receiver asked never to be called again. */
  | { state: "failed"; disableBecause: string };

// Leased for longer than an attempt can take; if the worker dies, it becomes due again.
const take = `
  update webhook_deliveries set attempts = attempts + 1, due_at = clock_timestamp() + interval '60 seconds'
  from webhooks, webhook_messages
  where webhook_deliveries.id in (
      select id from (
        select due.id, due.due_at, row_number() over (partition by due.webhook_id order by due.due_at, due.id) as place
        from (
          select deliveries.id, deliveries.webhook_id, deliveries.due_at from webhook_deliveries as deliveries
          join webhooks as enabled on enabled.id = deliveries.webhook_id and enabled.disabled_at is null
          where deliveries.state = 'pending' and deliveries.due_at <= statement_timestamp()
            and not deliveries.webhook_id = any($2::text[])
          order by deliveries.due_at, deliveries.id limit 1000 for update of deliveries skip locked
        ) as due
      ) as placed where place <= $3 order by due_at, id limit $1)
    and webhooks.id = webhook_deliveries.webhook_id and webhook_messages.id = webhook_deliveries.message_id
  returning webhook_deliveries.id, webhook_deliveries.attempts, webhooks.id as "webhookId", webhooks.project_id as "projectId",
    webhooks.url, webhooks.secrets, webhook_messages.id as "messageId", webhook_messages.type, webhook_messages.job,
    webhook_messages.about,
    webhook_messages.created_at as "messageAt"`;

/** Claims due deliveries, at most `perWebhook` per webhook and none of the `busy` ones. */
export function takeDueDeliveries(
  { pool }: Pick<Database, "pool">,
  { limit, busy, perWebhook }: { limit: number; busy: readonly string[]; perWebhook: number },
): Promise<DueDelivery[]> {
  return guardStore(async () => (await pool.query<DueDelivery>(take, [limit, busy, perWebhook])).rows);
}

// Locks the webhook before its delivery, in the same order as a deletion does.
const lockWebhook = `
  select 1 from webhooks where id = (select webhook_id from webhook_deliveries where id = $1) for no key update`;

const record = `
  with attempt as (
    insert into webhook_attempts (delivery_id, status, error, response, duration_ms) values ($1, $2, $3, $4, $5)
  ), delivery as (
    update webhook_deliveries set state = $6, due_at = clock_timestamp() + make_interval(secs => $7)
    where id = $1 and state = 'pending' returning webhook_id
  )
  update webhooks set
    failing_since = case when $6 = 'delivered' then null else coalesce(failing_since, clock_timestamp()) end,
    disabled_at = case
      when disabled_at is not null then disabled_at
      when $8::text is not null then clock_timestamp()
      when $6 <> 'delivered' and failing_since < clock_timestamp() - make_interval(days => $9) then clock_timestamp() end,
    disabled_reason = case
      when disabled_at is not null then disabled_reason
      when $8::text is not null then $8
      when $6 <> 'delivered' and failing_since < clock_timestamp() - make_interval(days => $9)
        then 'Every attempt has failed for ' || $9 || ' days.' end
  from delivery where webhooks.id = delivery.webhook_id`;

/**
 * Records an attempt and its outcome; disables a webhook that has failed for `disableAfterDays`. Writes
 * nothing if the webhook was deleted.
 */
export async function recordAttempt(
  database: Database,
  deliveryId: string,
  attempt: DeliveryAttempt,
  fate: DeliveryFate,
  disableAfterDays: number,
): Promise<void> {
  const retrySeconds = fate.state === "pending" ? fate.retryMs / 1_000 : 0;
  const because = "disableBecause" in fate ? fate.disableBecause : null;
  const { status, error, response, durationMs } = attempt;
  const values = [deliveryId, status, error, response, durationMs, fate.state, retrySeconds, because];
  const write = () =>
    inTransaction(database, async (client) => {
      if ((await client.query(lockWebhook, [deliveryId])).rowCount === 0) return;
      await client.query(record, [...values, disableAfterDays]);
    });
  await guardStore(write);
}

const dropOld =
  "delete from webhook_messages where created_at < statement_timestamp() - make_interval(days => $1)";

/** Deletes old messages and their attempts. */
export async function dropOldMessages({ pool }: Pick<Database, "pool">, days: number): Promise<void> {
  await guardStore(() => retryConflicts(() => pool.query(dropOld, [days])));
}
