import { resolveAllowedAddress } from "./resolve-allowed-address.ts";

/**
 * A fetch for addresses that the operator has configured, such as a model's: the host is resolved and checked before each
 * request, and redirects are refused. Rejects with `url_not_allowed`.
 */
export function createGuardedFetch(options: { allowPrivate: boolean }): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    await resolveAllowedAddress(url.hostname, options);
    return await fetch(input, { ...init, redirect: "error" });
  };
}
