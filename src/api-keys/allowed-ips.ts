import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** True for a single address, or a range that does not include all addresses. */
export function isAddressOrRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (ipaddr.isValidCIDR(text) && Number(prefix) > 0);
}

/**
 * True if the client's address is on the list; an empty list allows all. IPv4-mapped IPv6 addresses count as
 * IPv4.
 */
export function isAllowedIp(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return allowed.some((entry) => {
    const [network, prefix] = toRange(entry);
    return network.kind() === client.kind() && client.match(network, prefix);
  });
}

function toRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (entry.includes("/")) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
