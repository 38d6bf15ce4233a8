import { z } from "zod";
import type { Actor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { personName } from "./person-input.ts";

export const changeMeInput = z.strictObject({ name: personName.optional() });

/** Changes a person's display name. Throws `invalid_request`. */
export async function renamePerson(
  { database }: { database: Database },
  { id, name: before, actor }: { id: string; name: string; actor: Actor },
  input: unknown,
): Promise<void> {
  const { name = before } = parseInput(changeMeInput, input);
  if (name === before) return;
  await guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query("update people set name = $2, updated_at = clock_timestamp() where id = $1", [
        id,
        name,
      ]);
      const subject = { kind: "user", id, name };
      const change = { before: { name: before }, after: { name } };
      await recordAudit(client, { action: "user.changed", actor, subject, ...change });
    }),
  );
}
