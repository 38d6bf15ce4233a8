import { type BetterAuthOptions, betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins";
import type { Log } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { randomBase62 } from "../../text/base62.ts";
import { passwordMax } from "../person-input.ts";
import { cookiePrefix, sessionDays } from "../sessions/session-cookie.ts";
import { type AdmitDeps, admitPerson, mayCome, noteSignIn } from "./admit-person.ts";
import {
  authPath,
  clientAddressHeader,
  type OpenIdSettings,
  openIdProvider,
  type SignInSettings,
} from "./sign-in-settings.ts";

export interface AuthDeps extends AdmitDeps {
  database: Database;
  log: Log;
}

const daySeconds = 86_400;

const times = { createdAt: "created_at", updatedAt: "updated_at" };

const tables = {
  session: {
    modelName: "sessions",
    fields: {
      ...{ userId: "user_id", expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent" },
      ...times,
    },
    expiresIn: sessionDays * daySeconds,
    disableSessionRefresh: true,
  },
  verification: { modelName: "verifications", fields: { expiresAt: "expires_at", ...times } },
} satisfies BetterAuthOptions;

const accountFields = {
  ...{ userId: "user_id", providerId: "provider_id", accountId: "account_id", idToken: "id_token" },
  ...{ accessToken: "access_token", accessTokenExpiresAt: "access_token_expires_at" },
  ...{ refreshToken: "refresh_token", refreshTokenExpiresAt: "refresh_token_expires_at", ...times },
};

const idPrefixes: Record<string, string> = {
  user: "usr",
  session: "ses",
  account: "acc",
  verification: "ver",
};

/**
 * Sets up better-auth with Copydesk's tables, for signing in and out. `publicUrl`: where browsers reach the
 * instance. Sign-up is closed: people join through a link, or through OpenID Connect if `mayCome` allows it.
 */
export function createAuth(deps: AuthDeps, settings: SignInSettings, publicUrl: string) {
  const { origin, pathname } = new URL(publicUrl);
  const basePath = pathname.replace(/\/$/, "");
  const { openId } = settings;
  return betterAuth({
    appName: "Copydesk",
    baseURL: origin,
    basePath: basePath + authPath,
    secret: settings.secrets()[0]!,
    database: deps.database.pool,
    telemetry: { enabled: false },
    trustedOrigins: [origin],
    logger: { level: "warn", log: (_level, message) => deps.log.debug({ message }, "better-auth") },
    onAPIError: { errorURL: `${publicUrl}/sign-in` },
    rateLimit: { enabled: false },
    ...tables,
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", ...times },
      validateUserInfo: ({ user, source }) =>
        mayCome(deps, openId, { email: String(user.email ?? ""), isNew: source.action === "create-user" }),
    },
    account: { modelName: "accounts", fields: accountFields, updateAccountOnSignIn: false },
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: passwordMax },
    databaseHooks: {
      // Only the identity is needed; the provider is never called on the person's behalf.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
      user: { create: { after: async (user) => await admitPerson(deps, openId, user) } },
      session: { create: { after: async (session) => await noteSignIn(deps, session) } },
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: `${cookiePrefix({ publicUrl })}copydesk`,
      defaultCookieAttributes: { secure: publicUrl.startsWith("https:"), path: basePath || "/" },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => `${idPrefixes[model] ?? "aut"}_${randomBase62(22)}` },
    },
    plugins: openId === null ? [] : [openIdPlugin(openId)],
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

function openIdPlugin({ issuer, clientId, clientSecret, name }: OpenIdSettings) {
  return genericOAuth({
    config: [
      {
        ...{ providerId: openIdProvider, name, clientId, clientSecret },
        discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
        scopes: ["openid", "profile", "email"],
        requireIdTokenVerification: true,
        pkce: true,
        // Signing out here must not end the person's session at the provider.
        disableProviderLogout: true,
        mapProfileToUser: (profile) => ({
          name: String(profile.name ?? profile.preferred_username ?? profile.email ?? ""),
          // The operator chose the provider, and many omit this field for addresses that they assigned
          // themselves.
          emailVerified: profile.email_verified !== false && profile.email_verified !== "false",
        }),
      },
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
