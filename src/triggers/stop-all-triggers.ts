import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { stopTriggersInput } from "./trigger-schema.ts";

/** True if automatic starts are off for the whole instance. */
export async function areAllTriggersStopped({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const find = "select 1 from instance_switches where name = 'triggers_stopped'";
  return (await guardStore(() => pool.query(find))).rowCount === 1;
}

/**
 * Stops the triggers of all projects, or resumes them, except in projects that have stopped their own. For
 * operators only; the caller has to check that.
 */
export async function stopAllTriggers(
  deps: ActorDeps & { database: Database },
  input: unknown,
): Promise<{ stopped: boolean }> {
  const { stopped } = parseInput(stopTriggersInput, input);
  const set = stopped
    ? "insert into instance_switches (name) values ('triggers_stopped') on conflict do nothing"
    : "delete from instance_switches where name = 'triggers_stopped'";
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const { rowCount } = await client.query(set);
      if (rowCount === 0) return;
      await recordAudit(client, {
        ...{ action: stopped ? "triggers.stopped" : "triggers.resumed", actor: actorOf(deps) },
        subject: { kind: "instance", id: "instance" },
      });
    });
  await guardStore(work);
  return { stopped };
}
