import { createHmac, timingSafeEqual } from "node:crypto";

/** Settings for names and signatures of this instance's cookies. */
export interface CookieSettings {
  /** Newest first: it signs, but all are accepted. */
  secrets(): readonly string[];
  /** Null if the instance is reached at the address on which it listens. */
  publicUrl: string | null;
}

export const sessionDays = 30;
const daySeconds = 86_400;

/**
 * Returns the prefix of the instance's cookies. Browsers accept `__Host-` only for a whole host over https.
 */
export function cookiePrefix({ publicUrl }: Pick<CookieSettings, "publicUrl">): string {
  if (publicUrl === null || !publicUrl.startsWith("https:")) return "";
  return pathOf(publicUrl) === "" ? "__Host-" : "__Secure-";
}

export function sessionCookieName(settings: Pick<CookieSettings, "publicUrl">): string {
  return `${cookiePrefix(settings)}copydesk.session_token`;
}

export function shareCookieName(settings: Pick<CookieSettings, "publicUrl">): string {
  return `${cookiePrefix(settings)}copydesk_share`;
}

/** Returns a `Set-Cookie` header; `maxAge` 0 removes the cookie. */
export function writeCookie(
  { publicUrl }: Pick<CookieSettings, "publicUrl">,
  name: string,
  value: string,
  maxAge: number,
): string {
  const path = pathOf(publicUrl) || "/";
  const secure = publicUrl?.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

/** Uses the format of better-auth: the token, a dot, and its HMAC. */
export function writeSessionCookie(settings: CookieSettings, token: string): string {
  const value = encodeURIComponent(`${token}.${sign(settings.secrets()[0]!, token)}`);
  return writeCookie(settings, sessionCookieName(settings), value, sessionDays * daySeconds);
}

/** Returns the session token from the request's cookie if this instance signed it. */
export function readSessionToken(settings: CookieSettings, header: string | undefined): string | null {
  const value = readCookie(header, sessionCookieName(settings));
  const dot = value?.lastIndexOf(".") ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1));
  const isOurs = settings.secrets().some((secret) => {
    const expected = Buffer.from(sign(secret, token));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
  return isOurs ? token : null;
}

export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

function sign(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("base64");
}

function pathOf(publicUrl: string | null): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}
