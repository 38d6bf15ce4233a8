import { isAppError } from "../errors.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { nextTime } from "./next-time.ts";
import { storeTriggerEvent } from "./store-trigger-event.ts";
import { type SwitchedTrigger, type TriggerRow, whyOff } from "./trigger-rows.ts";

const findDue = `
  select triggers.*, triggers_are_stopped(triggers_stopped_at) as stopped
  from triggers join projects on projects.id = project_id
  where next_at <= clock_timestamp() and enabled
  order by next_at limit 20
  for no key update of triggers skip locked`;

/**
 * Records an event for every due schedule, only one for all missed times, together with its next due time.
 * Atomic, even if other workers run or this one dies.
 */
export async function fireSchedules(database: Database): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rows } = await client.query<SwitchedTrigger>(findDue);
    for (const trigger of rows) {
      const at = trigger.next_at!.toISOString();
      const ignored = whyOff(trigger);
      const event = { kind: "schedule", at } as const;
      await storeTriggerEvent(client, trigger, { deliveryId: at, event, ignored });
      await client.query("update triggers set next_at = $2 where id = $1", [trigger.id, nextOf(trigger)]);
    }
  });
}

/** Returns null if there is no further time. */
function nextOf({ settings: { cron = "", timeZone = "UTC" } }: TriggerRow): Date | null {
  try {
    return nextTime({ cron, timeZone }, new Date());
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
