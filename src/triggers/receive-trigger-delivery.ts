import type { HostDelivery } from "../code-hosts/webhook-types.ts";
import { AppError, isAppError } from "../errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { judgeEvent } from "./judge-event.ts";
import { readTriggerDelivery } from "./read-trigger-delivery.ts";
import { keyOfEvent, learnEvents } from "./sources/known-events.ts";
import { noteRefused, storeTriggerEvent } from "./store-trigger-event.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import { type SwitchedTrigger, type TriggerRow, triggerContext, whyOff } from "./trigger-rows.ts";

export interface ReceiveTriggerDeps {
  database: Database;
  secretBox: SecretBox;
}

/** Limits per trigger and hour: anything above is a flood, not people's work. */
const perHour = 1_000;
const feedbackPerHour = 60;

const find = `
  select triggers.*, triggers_are_stopped(triggers_stopped_at) as stopped
  from triggers join projects on projects.id = project_id where triggers.id = $1`;

/**
 * Receives a delivery for a trigger and stores its consequences before this resolves, once even if sent
 * repeatedly. Throws `trigger_not_found`, `invalid_signature`, `invalid_request`, `rate_limited`,
 * `unavailable`; these are also recorded in the trigger's history.
 */
export async function receiveTriggerDelivery(
  deps: ReceiveTriggerDeps,
  triggerId: string,
  delivery: HostDelivery,
): Promise<{ repeated: boolean; kind: TriggerRow["kind"] }> {
  const trigger = await findTrigger(deps, triggerId);
  if (trigger === null)
    throw new AppError("trigger_not_found", "There is no such trigger, or it expects no deliveries.");
  try {
    await assertCalm(deps, trigger);
    const secret = deps.secretBox.open(trigger.secret!, triggerContext(trigger.id));
    const { deliveryId, events } = await readTriggerDelivery(trigger, delivery, secret);
    const isNew = await store(deps, trigger, deliveryId, events);
    return { repeated: !isNew, kind: trigger.kind };
  } catch (error) {
    if (isAppError(error) && error.code !== "unavailable") await noteRefused(deps.database, trigger, error);
    throw error;
  }
}

/** Records in the history that a delivery was too large to be read. */
export async function noteHugeDelivery(deps: ReceiveTriggerDeps, triggerId: string): Promise<void> {
  const trigger = await findTrigger(deps, triggerId);
  const reason = { code: "body_too_large", message: "The delivery is larger than 1 MiB." };
  if (trigger !== null) await noteRefused(deps.database, trigger, reason);
}

async function findTrigger(
  { database }: ReceiveTriggerDeps,
  triggerId: string,
): Promise<SwitchedTrigger | null> {
  if (!/^trg_[0-9A-Za-z]{22}$/.test(triggerId)) return null;
  const { rows } = await guardStore(() => database.pool.query<SwitchedTrigger>(find, [triggerId]));
  return rows[0] === undefined || rows[0].secret === null ? null : rows[0];
}

async function assertCalm({ database }: ReceiveTriggerDeps, { id, kind }: SwitchedTrigger): Promise<void> {
  const limit = kind === "page_feedback" ? feedbackPerHour : perHour;
  const { rows } = await guardStore(() =>
    database.pool.query<{ count: number; seconds: number }>(
      `select count(*)::integer as count,
        ceil(extract(epoch from min(created_at) + interval '60 minutes' - clock_timestamp()))::integer as seconds
      from (select created_at from trigger_events where trigger_id = $1 order by id desc limit $2) as newest
      where created_at > clock_timestamp() - interval '60 minutes'`,
      [id, limit],
    ),
  );
  const { count, seconds } = rows[0]!;
  if (count < limit) return;
  const details = { retryAfterSeconds: Math.max(1, seconds) };
  throw new AppError("rate_limited", `The trigger accepts ${limit} deliveries an hour.`, { details });
}

async function store(
  { database }: ReceiveTriggerDeps,
  trigger: SwitchedTrigger,
  deliveryId: string,
  events: readonly TriggerEvent[],
): Promise<boolean> {
  if (events.length === 0) return true;
  const off = whyOff(trigger);
  return await guardStore(() =>
    inTransaction(database, async (client) => {
      // Others that store for this trigger wait, so that a burst has a single end.
      await client.query("select 1 from triggers where id = $1 for no key update", [trigger.id]);
      let isNew = false;
      for (const [index, event] of events.entries()) {
        const ignored = off ?? judgeEvent(trigger, event);
        if (!(await isNews(client, trigger, event))) continue;
        const told = { deliveryId: index === 0 ? deliveryId : `${deliveryId} ${index}`, event, ignored };
        isNew = (await storeTriggerEvent(client, trigger, told)) || isNew;
      }
      return isNew;
    }),
  );
}

/** Whether nobody has told of it in another delivery or seen it, where the trigger looks by itself too. */
async function isNews(
  client: Client,
  { id, settings }: SwitchedTrigger,
  event: TriggerEvent,
): Promise<boolean> {
  const key = settings.source === undefined ? null : keyOfEvent(event);
  return key === null || (await learnEvents(client, id, [key])).length > 0;
}
