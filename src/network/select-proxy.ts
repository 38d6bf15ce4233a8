import ipaddr from "ipaddr.js";
import { isLoopbackHost } from "./assert-token-safe.ts";
import { normalizeHost } from "./resolve-allowed-address.ts";

/** Settings from the operator's environment: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export interface Proxies {
  /** Proxy for https: addresses; with user and password if it needs them. */
  https: string | null;
  http: string | null;
  /**
   * Hosts that are contacted directly: names with all their subdomains, addresses or ranges, with or
   * without a port; `*` means all.
   */
  direct: readonly string[];
}

export const noProxies: Proxies = { https: null, http: null, direct: [] };

/**
 * Returns the proxy for the address, or null. This machine is never contacted through a proxy, which would
 * take the address for its own.
 */
export function selectProxy(proxies: Proxies, address: string): string | null {
  const url = new URL(address);
  const proxy = url.protocol === "https:" ? proxies.https : url.protocol === "http:" ? proxies.http : null;
  if (proxy === null || isLoopbackHost(url.hostname)) return null;
  const host = normalizeHost(url.hostname).replace(/\.$/, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return proxies.direct.some((entry) => isDirect(entry, host, port)) ? null : proxy;
}

function isDirect(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = entry, only = port] = /^([^:]+|\[[^\]]+\]):(\d+)$/.exec(entry) ?? [];
  if (only !== port) return false;
  const plain = name.toLowerCase().replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return isInRange(plain, host);
  const suffix = plain.replace(/^\*?\./, "");
  return host === suffix || host.endsWith(`.${suffix}`);
}

function isInRange(range: string, host: string): boolean {
  const address = ipaddr.process(host);
  if (ipaddr.isValid(range)) return ipaddr.process(range).toString() === address.toString();
  if (!ipaddr.isValidCIDR(range)) return false;
  const [base, bits] = ipaddr.parseCIDR(range);
  return base.kind() === address.kind() && address.match(base, bits);
}

/** Returns a proxy's address without user and password. */
export function showProxy(proxy: string): string {
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}

/** Returns the parts of the proxies' addresses that may never be shown. */
export function proxySecrets({ http, https }: Proxies): string[] {
  return [http, https].flatMap((proxy) => {
    if (proxy === null) return [];
    const { username, password } = new URL(proxy);
    if (password === "") return [];
    const plain = decodeURIComponent(password);
    const basic = Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString("base64");
    return [...new Set([password, plain, basic])];
  });
}
