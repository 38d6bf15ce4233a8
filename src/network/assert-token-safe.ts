import { AppError } from "../errors.ts";
import { normalizeHost } from "./resolve-allowed-address.ts";

/**
 * Whether the host is `localhost` or a name below it, in 127.0.0.0/8, or ::1: traffic to it never leaves
 * the machine.
 */
export function isLoopbackHost(host: string): boolean {
  const name = normalizeHost(host).replace(/\.$/, "");
  return /^(?:.+\.)?localhost$/.test(name) || /^127(?:\.\d{1,3}){3}$/.test(name) || name === "::1";
}

/**
 * Refuses to send credentials over http, where everybody on the way can read them, unless to this machine
 * or if the operator allows it. Throws `url_not_allowed`.
 */
export function assertTokenSafe(url: string, allowPlainHttp: boolean): void {
  const { protocol, origin, hostname } = new URL(url);
  if (protocol !== "http:" || allowPlainHttp || isLoopbackHost(hostname)) return;
  throw new AppError(
    "url_not_allowed",
    `Credentials are not sent to ${origin}: over http everybody on the network path can read them. Use https, or ssh with a deploy key; the operator can allow it with COPYDESK_ALLOW_PLAIN_HTTP=yes.`,
  );
}

/** Returns a fetch for an API with credentials that checks every request with `assertTokenSafe`. */
export function createTokenSafeFetch(
  fetch: typeof globalThis.fetch,
  allowPlainHttp: boolean,
): typeof globalThis.fetch {
  return async (input, init) => {
    assertTokenSafe(input instanceof Request ? input.url : String(input), allowPlainHttp);
    return await fetch(input, init);
  };
}
