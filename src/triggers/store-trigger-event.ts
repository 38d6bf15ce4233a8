import { createHash } from "node:crypto";
import type { Client, Database } from "../store/database.ts";
import { toJsonb, toText } from "../store/storable-text.ts";
import { renderTopic } from "./render-template.ts";
import { type TriggerEvent, toTriggerEvent } from "./trigger-event.ts";
import type { TriggerRow } from "./trigger-rows.ts";

const deliveryIdMax = 200;

/** The event of a topic that has waited longest determines when all of them are due. */
const insert = `
  insert into trigger_events (trigger_id, delivery_id, event, topic, state, note, due_at)
  select $1, $2, $3, $4, $5, $6, coalesce(
    (select min(due_at) from trigger_events where trigger_id = $1 and topic = $4 and state = 'waiting'),
    clock_timestamp() + make_interval(secs => $7))
  on conflict (trigger_id, delivery_id) do nothing`;

/**
 * Stores an event of a trigger, once even if reported repeatedly; for translations, once per language.
 * `ignored`: why it has no consequences. Returns whether it was new.
 */
export async function storeTriggerEvent(
  client: Client | Database["pool"],
  trigger: Pick<TriggerRow, "id" | "topic" | "window_seconds" | "settings">,
  told: { deliveryId: string; event: TriggerEvent; ignored: string | null },
): Promise<boolean> {
  const { deliveryId, event, ignored } = told;
  const [language, ...others] = trigger.settings.translate ?? [];
  const store = async (id: string, given: TriggerEvent) =>
    await storeOne(client, trigger, { deliveryId: id, event: given, ignored });
  const isNew = await store(deliveryId, language === undefined ? event : { ...event, language });
  if (!isNew || ignored !== null) return isNew;
  for (const other of others) await store(`${deliveryId} ${other}`, { ...event, language: other });
  return true;
}

async function storeOne(
  client: Client | Database["pool"],
  trigger: Pick<TriggerRow, "id" | "topic" | "window_seconds">,
  told: { deliveryId: string; event: TriggerEvent; ignored: string | null },
): Promise<boolean> {
  const event = toTriggerEvent(told.event);
  const { rowCount } = await client.query(insert, [
    ...[trigger.id, toText(storedId(told.deliveryId)), toJsonb(event)],
    toText(renderTopic(trigger.topic, event)),
    ...[told.ignored === null ? "waiting" : "ignored", told.ignored ?? "", trigger.window_seconds],
  ]);
  return rowCount === 1;
}

/** Returns the id for storage; ids that are too long end with a hash. */
function storedId(deliveryId: string): string {
  if (deliveryId.length <= deliveryIdMax) return deliveryId;
  const digest = createHash("sha256").update(deliveryId).digest("hex");
  return `${deliveryId.slice(0, deliveryIdMax - digest.length - 1)} ${digest}`;
}

const refuse = `
  insert into trigger_events (trigger_id, delivery_id, event, state, note)
  values ($1, $2 || to_char(clock_timestamp() at time zone 'UTC', ' YYYY-MM-DD HH24:00'), $3, 'refused', $4)
  on conflict (trigger_id, delivery_id) do nothing`;

/** Records refused deliveries: once an hour per reason, so that nobody can flood the history. */
export async function noteRefused(
  { pool }: Pick<Database, "pool">,
  { id, kind }: Pick<TriggerRow, "id" | "kind">,
  reason: { code: string; message: string },
): Promise<void> {
  const event = { kind: kind === "page_feedback" ? "feedback" : "push" };
  await pool.query(refuse, [id, `refused: ${reason.code}`, toJsonb(event), toText(reason.message)]);
}
