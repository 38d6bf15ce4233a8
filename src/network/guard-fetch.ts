import type { LookupFunction } from "node:net";
import type undici from "undici";
import { isAppError } from "../errors.ts";
import { traceHeaders } from "../telemetry/current.ts";
import { trustedWith } from "./authorities.ts";
import {
  assertAllowedThroughProxy,
  type ResolveOptions,
  resolveAllowedAddress,
} from "./resolve-allowed-address.ts";
import { noProxies, type Proxies, selectProxy } from "./select-proxy.ts";
import { Agent, createProxyAgent } from "./undici.ts";

interface GuardedFetchOptions extends ResolveOptions {
  /**
   * How long a server may be silent before and during its answer; 0: as long as the signal allows. Default
   * 5 minutes.
   */
  silenceMs?: number;
  /** Default: none. */
  proxies?: Proxies;
  /** PEM certificates to trust in addition to Node's own. */
  authorities?: readonly string[];
}

/**
 * Creates a fetch for addresses that the operator or a project has configured: resolves the host once,
 * checks every address, and connects to the checked one; refuses redirects. With a proxy of the operator,
 * checks the address as far as it is known here, and the proxy connects. Rejects with `url_not_allowed`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  const direct = { lookup: createLookup(options), ...tlsOf(options) };
  const dispatcher = new Agent({ ...limitsOf(options), connect: direct });
  const proxied = new Map<string, undici.ProxyAgent>();
  return async (input, given) => {
    const init = withTrace(given);
    const url = input instanceof Request ? input.url : String(input);
    const { hostname } = new URL(url);
    const proxy = selectProxy(options.proxies ?? noProxies, url);
    if (proxy !== null) {
      await assertAllowedThroughProxy(hostname, options);
      if (!proxied.has(proxy)) proxied.set(proxy, createProxyDispatcher(options, proxy));
      const redirect = init?.redirect === "manual" ? "manual" : "error";
      return await fetch(input, { ...init, redirect, dispatcher: proxied.get(proxy) } as RequestInit);
    }
    // An IP address needs no look-up, so the connection would not check it.
    if (/^\[|^[\d.]+$/.test(hostname)) await resolveAllowedAddress(hostname, options);
    try {
      const redirect = init?.redirect === "manual" ? "manual" : "error";
      return await fetch(input, { ...init, redirect, dispatcher } as RequestInit);
    } catch (error) {
      const { cause } = error as Error;
      throw isAppError(cause, "url_not_allowed") ? cause : error;
    }
  };
}

/** Adds the headers of the current trace to the request. */
function withTrace(init: RequestInit | undefined): RequestInit | undefined {
  const ours = Object.entries(traceHeaders());
  if (ours.length === 0) return init;
  const headers = new Headers(init?.headers);
  for (const [name, value] of ours) headers.set(name, value);
  return { ...init, headers };
}

function createProxyDispatcher(options: GuardedFetchOptions, proxy: string): undici.ProxyAgent {
  const tls = tlsOf(options);
  return createProxyAgent({ uri: proxy, ...limitsOf(options), requestTls: tls, proxyTls: tls });
}

function limitsOf({ silenceMs }: GuardedFetchOptions) {
  return silenceMs === undefined ? {} : { headersTimeout: silenceMs, bodyTimeout: silenceMs };
}

function tlsOf({ authorities = [] }: GuardedFetchOptions): { ca?: string[] } {
  return authorities.length === 0 ? {} : { ca: trustedWith(authorities) };
}

function createLookup(options: ResolveOptions): LookupFunction {
  return (host, { all }, answer) => {
    resolveAllowedAddress(host, options).then(
      ({ address, family }) => (all ? answer(null, [{ address, family }]) : answer(null, address, family)),
      (error: NodeJS.ErrnoException) => answer(error, ""),
    );
  };
}
