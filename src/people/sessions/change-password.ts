import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { invalidRequest, parseInput } from "../../schemas/parse-input.ts";
import { plainText } from "../../schemas/plain-text.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { hashPassword, verifyPassword } from "../hash-password.ts";
import { setPassword } from "../insert-person.ts";
import { newPassword, passwordMax } from "../person-input.ts";
import { forgiveAttempts, noteAttempt } from "../sign-in/note-attempt.ts";
import type { User } from "./find-session.ts";

export const changePasswordInput = z.strictObject({
  current: plainText({ max: passwordMax }).nullable(),
  next: newPassword,
});

/**
 * Changes the person's own password and ends their other sessions. `current` is null if they have none yet.
 * Throws `invalid_request`, `too_many_attempts`.
 */
export async function changePassword(
  deps: { database: Database; knownSecrets: KnownSecrets },
  user: User,
  input: unknown,
  from: string,
): Promise<void> {
  const { current, next } = parseInput(changePasswordInput, input);
  const { database } = deps;
  const attempt = { person: user.id };
  await noteAttempt(deps, attempt);
  const stored = await guardStore(() =>
    database.pool.query<{ password: string }>(
      "select password from accounts where user_id = $1 and provider_id = 'credential' and password is not null",
      [user.id],
    ),
  );
  const hash = stored.rows[0]?.password ?? null;
  const isRight = hash === null ? current === null : await verifyPassword({ hash, password: current ?? "" });
  if (!isRight) throw invalidRequest([{ path: "current", message: "is not your password" }]);
  await forgiveAttempts(deps, attempt);
  const passwordHash = await hashPassword(next);
  const actor = await actorOfPerson(deps, user, from);
  await guardStore(() =>
    inTransaction(database, async (client) => {
      await setPassword(client, user.id, passwordHash);
      await client.query("delete from sessions where user_id = $1 and id <> $2", [user.id, user.sessionId]);
      const subject = { kind: "user", id: user.id, name: user.name };
      await recordAudit(client, { action: "password.changed", actor, subject });
    }),
  );
}
