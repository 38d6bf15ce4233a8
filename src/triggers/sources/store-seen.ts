import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { judgeEvent } from "../judge-event.ts";
import { storeTriggerEvent } from "../store-trigger-event.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import type { TriggerRow } from "../trigger-rows.ts";
import type { WatchedSource } from "./claim-sources.ts";
import { findKnownEvents, learnEvents } from "./known-events.ts";

/** An event that was seen, and all that is known by it from now on, its own key first. */
export interface SeenEvent {
  event: TriggerEvent;
  keys: string[];
}

export interface SeenSource {
  repository: string;
  refs: Record<string, string>;
  events: readonly SeenEvent[];
}

const lock = `
  select triggers.*, triggers_are_stopped(triggers_stopped_at) as stopped,
    (select jsonb_build_object('repository', repository, 'refs', refs)
      from trigger_sources where trigger_id = triggers.id) as seen
  from triggers join projects on projects.id = project_id where triggers.id = $1
  for no key update of triggers`;

type Locked = TriggerRow & {
  stopped: boolean;
  /** Null: the trigger was changed to look elsewhere. */
  seen: { repository: string | null; refs: Record<string, string> | null } | null;
};

const settle = `
  update trigger_sources set failures = 0, repository = $2, refs = $3 where trigger_id = $1`;

// Long after the last delivery of a host; what was looked at itself is in `refs`.
const forget = `
  delete from trigger_known_events where trigger_id = $1 and known_at < clock_timestamp() - interval '30 days'`;

/**
 * Stores what was seen and where the source stands now, both or neither. Does nothing when somebody else has
 * looked or told of it meanwhile: the next look sees what is left.
 */
export async function storeSeen(database: Database, before: WatchedSource, now: SeenSource): Promise<void> {
  const triggerId = before.trigger.id;
  const work = () =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<Locked>(lock, [triggerId]);
      const [trigger] = rows;
      if (trigger === undefined || !isUnchanged(trigger, before)) return;
      const keys = now.events.flatMap((one) => one.keys);
      if ((await findKnownEvents(client, triggerId, keys)).size > 0) return;
      await learnEvents(client, triggerId, keys);
      const off = !trigger.enabled ? "the trigger is off" : trigger.stopped ? "triggers are stopped" : null;
      for (const { event, keys: own } of now.events) {
        const told = { deliveryId: `seen ${own[0]}`, event, ignored: off ?? judgeEvent(trigger, event) };
        await storeTriggerEvent(client, trigger, told);
      }
      await client.query(forget, [triggerId]);
      await client.query(settle, [triggerId, now.repository, JSON.stringify(now.refs)]);
    });
  await guardStore(work);
}

function isUnchanged({ seen, settings }: Locked, before: WatchedSource): boolean {
  if (seen === null || settings.source !== before.trigger.settings.source) return false;
  const then = before.seen;
  if (then === null) return seen.refs === null;
  const same = (one: Record<string, string> | null) =>
    one !== null &&
    Object.keys(one).length === Object.keys(then.refs).length &&
    Object.entries(one).every(([name, commit]) => then.refs[name] === commit);
  return seen.repository === then.repository && same(seen.refs);
}
