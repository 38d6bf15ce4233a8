import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import { plainText } from "../../schemas/plain-text.ts";
import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { passwordMax } from "../person-input.ts";
import type { ClientFacts } from "../sessions/start-session.ts";
import type { Auth } from "./create-auth.ts";
import { forgiveAttempts, noteAttempt } from "./note-attempt.ts";
import { clientAddressHeader } from "./sign-in-settings.ts";

export const signInInput = z.strictObject({
  email: plainText({ max: 254 }),
  password: plainText({ max: passwordMax }),
});

export interface SignedIn {
  /** `Set-Cookie` headers. */
  cookies: string[];
  user: { id: string; name: string; email: string };
}

/**
 * Signs in by e-mail address and password. Duration and errors do not reveal whether the address is known.
 * Throws `not_signed_in`, `too_many_attempts`.
 */
export async function signIn(
  deps: { database: Database; auth: Auth },
  { email, password }: z.output<typeof signInInput>,
  { ip, userAgent }: ClientFacts,
): Promise<SignedIn> {
  const attempt = { email, address: ip };
  await noteAttempt(deps, attempt);
  const response = await deps.auth.api.signInEmail({
    body: { email: email.trim(), password, rememberMe: true },
    headers: new Headers({ [clientAddressHeader]: ip, "user-agent": (userAgent ?? "").slice(0, 500) }),
    asResponse: true,
  });
  if (!response.ok) return await refuse(deps, { email, ip, status: response.status });
  await forgiveAttempts(deps, attempt);
  const { user } = (await response.json()) as { user: SignedIn["user"] };
  const { id, name, email: known } = user;
  return { cookies: response.headers.getSetCookie(), user: { id, name, email: known } };
}

async function refuse(
  { database }: { database: Database },
  { email, ip, status }: { email: string; ip: string; status: number },
): Promise<never> {
  if (status >= 500) throw new Error(`better-auth answered ${status}`);
  await guardStore(() =>
    recordAudit(database.pool, {
      action: "user.sign_in_failed",
      actor: { author: { kind: "service" }, from: ip },
      subject: { kind: "email", id: email.trim().toLowerCase() },
    }),
  );
  throw new AppError("not_signed_in", "The e-mail address or the password is wrong.");
}
