import type { Config } from "../config.ts";
import type { RemoteNetwork } from "../git/open-remote.ts";
import { trustedWith } from "../network/authorities.ts";
import { createGuardedFetch } from "../network/guard-fetch.ts";

/** How git reaches other machines, by the operator's settings. */
export function toRemoteNetwork(config: Config): RemoteNetwork {
  const { allowPlainHttp, proxies, authorities, hasOwnAuthorities } = config;
  return { allowPlainHttp, proxies, authorities: hasOwnAuthorities ? trustedWith(authorities) : null };
}

/**
 * The fetch for hosts, models and webhooks, by the same settings; `more` certificates are trusted by it
 * alone.
 */
export function createNetworkFetch(
  { allowPrivateAddresses: allowPrivate, proxies, authorities }: Config,
  { silenceMs, more = [] }: { silenceMs?: number; more?: readonly string[] } = {},
): typeof fetch {
  return createGuardedFetch({
    ...{ allowPrivate, proxies, authorities: [...authorities, ...more] },
    ...(silenceMs !== undefined && { silenceMs }),
  });
}
