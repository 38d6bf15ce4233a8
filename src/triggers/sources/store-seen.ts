import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { judgeEvent } from "../judge-event.ts";
import { storeTriggerEvent } from "../store-trigger-event.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import type { TriggerRow } from "../trigger-rows.ts";
import type { WatchedSource } from "./claim-sources.ts";
import { findKnownEvents, learnEvents } from "./known-events.ts";

/** An event found in a repository, with all the keys that it makes known, its own first. */
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
  /** Null if the trigger was changed to watch something else. */
  seen: { repository: string | null; refs: Record<string, string> | null } | null;
};

const settle = `
  update trigger_sources set failures = 0, repository = $2, refs = $3 where trigger_id = $1`;

// Long after a host's last delivery; the trigger's own look relies on `refs`.
const forget = `
  delete from trigger_known_events where trigger_id = $1 and known_at < clock_timestamp() - interval '30 days'`;

/**
 * Stores the events found and the source's current state, atomically. Does nothing if another worker or a
 * delivery was faster: the next look will find the rest.
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
