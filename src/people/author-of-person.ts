import type { Actor } from "../audit/actor.ts";
import { cleanName } from "../outgoing/clean-name.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";

/** Returns the actor for people who act on their own behalf, e.g. accept an invitation. */
export async function actorOfPerson(
  { knownSecrets }: { knownSecrets: KnownSecrets },
  { id, name }: { id: string; name: string },
  from: string | null,
): Promise<Actor> {
  const gate = createGate(() => knownSecrets.of(null));
  return { author: { kind: "user", id, name: await cleanName(gate, name) }, from };
}
