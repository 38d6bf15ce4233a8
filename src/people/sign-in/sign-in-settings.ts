import { hkdfSync } from "node:crypto";
import type { Role } from "../permissions.ts";
import type { CookieSettings } from "../sessions/session-cookie.ts";

/** An OpenID Connect provider for signing in. */
export interface OpenIdSettings {
  /** Base URL of `.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Label of the button. */
  name: string;
  /** E-mail domains that need no invitation. */
  domains: readonly string[];
  /** Role of people without an invitation. */
  role: Role;
}

export interface SignInSettings extends CookieSettings {
  /** Null if people sign in with passwords only. */
  openId: OpenIdSettings | null;
}

/** Path at which better-auth is served. */
export const authPath = "/v2/auth";

/** Header that passes the client's address to better-auth; a client's own value is overwritten. */
export const clientAddressHeader = "x-copydesk-client";

/** The provider's id in URLs and in the database. */
export const openIdProvider = "openid";

/**
 * Derives the secrets that sign cookies from the instance's keys, so that a stolen one opens nothing else.
 */
export function deriveCookieSecrets(keys: readonly Buffer[]): string[] {
  return keys.map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", "cookies of people", 32)).toString("base64url"),
  );
}
