import { hkdfSync } from "node:crypto";
import type { Role } from "../permissions.ts";
import type { CookieSettings } from "../sessions/session-cookie.ts";

/** An OpenID Connect provider that people may sign in with. */
export interface OpenIdSettings {
  /** Address below which `.well-known/openid-configuration` is. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. */
  name: string;
  /** Domains of e-mail addresses that need no invitation. */
  domains: readonly string[];
  /** The role of whoever comes without an invitation. */
  role: Role;
}

export interface SignInSettings extends CookieSettings {
  /** Null: people sign in with passwords only. */
  openId: OpenIdSettings | null;
}

/** Its id in addresses and in the store. */
export const openIdProvider = "openid";

/**
 * The secrets that cookies are signed with, from the keys of the instance; a stolen cookie secret opens
 * nothing else.
 */
export function deriveCookieSecrets(keys: readonly Buffer[]): string[] {
  return keys.map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", "cookies of people", 32)).toString("base64url"),
  );
}
