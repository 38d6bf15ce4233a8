import type { Config } from "../config.ts";
import type { RemoteNetwork } from "../git/remote/open-remote.ts";
import { trustedWith } from "../network/authorities.ts";
import { createGuardedFetch } from "../network/guard-fetch.ts";

/** Returns the operator's network settings for git. */
export function toRemoteNetwork(config: Config): RemoteNetwork {
  const { allowPlainHttp, proxies, authorities, hasOwnAuthorities } = config;
  return { allowPlainHttp, proxies, authorities: hasOwnAuthorities ? trustedWith(authorities) : null };
}

/**
 * Returns the fetch for hosts, models and webhooks, with the same settings; it also trusts the certificates
 * in `more`.
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
