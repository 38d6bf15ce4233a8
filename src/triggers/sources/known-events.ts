import type { Client } from "../../store/database.ts";
import type { TriggerEvent } from "../trigger-event.ts";

/** Returns the key of an event, the same from any sender; null if it cannot be seen in a repository. */
export function keyOfEvent({ kind, ref = "", commit = "" }: TriggerEvent): string | null {
  if (kind === "release") return ref === "" ? null : `release ${ref}`;
  if (kind !== "push" && kind !== "merge") return null;
  return commit === "" ? null : keyOfCommit(kind, ref, commit);
}

export function keyOfCommit(kind: string, ref: string, commit: string): string {
  return `${kind} ${commit} ${ref}`.slice(0, 1_000);
}

const learn = `
  insert into trigger_known_events (trigger_id, key) select $1, unnest($2::text[])
  on conflict (trigger_id, key) do nothing returning key`;

/** Stores the keys and returns the new ones. The caller must have locked the trigger's row. */
export async function learnEvents(
  client: Client,
  triggerId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<{ key: string }>(learn, [triggerId, [...new Set(keys)]]);
  return rows.map(({ key }) => key);
}

/** Returns the keys that are already known. */
export async function findKnownEvents(
  client: Pick<Client, "query">,
  triggerId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const find = "select key from trigger_known_events where trigger_id = $1 and key = any ($2::text[])";
  const { rows } = await client.query<{ key: string }>(find, [triggerId, keys]);
  return new Set(rows.map(({ key }) => key));
}
