import { Agent, type Dispatcher, getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from "undici";
import { trustedWith } from "./authorities.ts";
import { type Proxies, selectProxy } from "./select-proxy.ts";

/**
 * Routes Node's own `fetch` through the operator's proxies, with their certificates trusted, for libraries
 * that accept no fetch of Copydesk's. Returns a function that undoes it.
 */
export function routeOwnFetch({
  proxies,
  authorities,
}: {
  proxies: Proxies;
  authorities: readonly string[];
}): () => Promise<void> {
  const before = getGlobalDispatcher();
  const tls = authorities.length === 0 ? {} : { ca: trustedWith(authorities) };
  const direct = new Agent({ connect: tls });
  const proxied = new Map<string, ProxyAgent>();
  const agentFor = (proxy: string) => {
    const known = proxied.get(proxy) ?? new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls });
    proxied.set(proxy, known);
    return known;
  };
  const route =
    (dispatch: Dispatcher["dispatch"]): Dispatcher["dispatch"] =>
    (options, handler) => {
      const proxy = selectProxy(proxies, String(options.origin));
      return proxy === null ? dispatch(options, handler) : agentFor(proxy).dispatch(options, handler);
    };
  setGlobalDispatcher(direct.compose(route));
  return async () => {
    setGlobalDispatcher(before);
    await Promise.all([direct, ...proxied.values()].map((agent) => agent.close()));
  };
}
