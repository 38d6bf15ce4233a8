import { type Client, type Database, inTransaction } from "../store/database.ts";
import { toJsonb } from "../store/storable-text.ts";
import { randomBase62 } from "../text/base62.ts";
import { loadTriggerUse } from "./load-trigger-use.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import { type SwitchedTrigger, type TriggerRow, whyOff } from "./trigger-rows.ts";
import { writeRun } from "./write-run.ts";

const atOnce = 20;
const oldAfter = "24 hours";

const findDue = `
  select triggers.*, triggers_are_stopped(triggers_stopped_at) as stopped
  from triggers join projects on projects.id = project_id
  where exists (
    select from trigger_events where trigger_id = triggers.id and state = 'waiting' and due_at <= clock_timestamp()
      and (triggers.kind <> 'mention' or note = 'may push'))
  order by triggers.id limit ${atOnce}
  for no key update of triggers skip locked`;

interface DueEvent {
  id: string;
  event: TriggerEvent;
  topic: string;
  isOld: boolean;
}

const findEvents = `
  select id::text, event, topic, created_at < clock_timestamp() - interval '${oldAfter}' as "isOld"
  from trigger_events
  where trigger_id = $1 and state = 'waiting' and due_at <= clock_timestamp() and ($2 or note = 'may push')
  order by trigger_events.id for no key update`;

const settle = "update trigger_events set state = $2, note = $3, run_id = $4 where id = any ($1::bigint[])";

const refuseForBudget = `
  update trigger_events set state = 'refused', note = $2, over_budget = true where id = any ($1::bigint[])`;

/**
 * Makes one run per trigger and topic from all events whose window is over, in one transaction: an event is
 * either still waiting or belongs to exactly one run. Returns the number of runs made.
 */
export async function gatherRuns(database: Database): Promise<number> {
  return await inTransaction(database, async (client) => {
    const { rows: triggers } = await client.query<SwitchedTrigger>(findDue);
    let made = 0;
    for (const trigger of triggers) made += await gather(client, trigger);
    return made;
  });
}

async function gather(client: Client, trigger: SwitchedTrigger): Promise<number> {
  const { rows } = await client.query<DueEvent>(findEvents, [trigger.id, trigger.kind !== "mention"]);
  const off = whyOff(trigger);
  const ids = (events: readonly DueEvent[]) => events.map(({ id }) => id);
  if (off !== null) {
    await client.query(settle, [ids(rows), "ignored", off, null]);
    return 0;
  }
  const old = rows.filter(({ isOld }) => isOld);
  if (old.length > 0) await client.query(settle, [ids(old), "ignored", "it has waited for too long", null]);
  // Without a window there are no bursts: each event is a prompt of its own.
  const bursts = Map.groupBy(
    rows.filter(({ isOld }) => !isOld),
    ({ id, topic }) => (trigger.window_seconds === 0 ? `${id} ${topic}` : topic),
  );
  let made = 0;
  for (const events of bursts.values()) {
    const [{ topic } = { topic: "" }] = events;
    const spent = await findSpentBudget(client, trigger);
    if (spent !== null) {
      await client.query(refuseForBudget, [ids(events), spent]);
      continue;
    }
    const id = `run_${randomBase62(22)}`;
    const body = writeRun(
      trigger,
      topic,
      events.map(({ event }) => event),
    );
    await client.query("insert into trigger_runs (id, trigger_id, body) values ($1, $2, $3)", [
      ...[id, trigger.id, toJsonb(body)],
    ]);
    await client.query(settle, [ids(events), "taken", "", id]);
    made += 1;
  }
  return made;
}

/** Why the month has nothing left for the trigger; null while it has. */
export async function findSpentBudget(
  client: Client | Database["pool"],
  { id, budget }: Pick<TriggerRow, "id" | "budget">,
): Promise<string | null> {
  if (budget.maxJobs === undefined && budget.maxCostUsd === undefined) return null;
  const { jobs, costUsd } = (await loadTriggerUse(client, [id])).get(id)!;
  if (budget.maxJobs !== undefined && jobs >= budget.maxJobs)
    return `the trigger has used its ${budget.maxJobs} jobs of this month`;
  if (budget.maxCostUsd !== undefined && costUsd >= budget.maxCostUsd)
    return `the trigger has used its ${budget.maxCostUsd} US dollars of this month`;
  return null;
}
