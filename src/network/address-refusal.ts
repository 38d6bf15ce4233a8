import ipaddr from "ipaddr.js";

/**
 * Metadata addresses, which hand out the machine's credentials; the operator's permission for private
 * ranges does not cover them.
 */
const metadataAddresses = new Set([
  "fd00:ec2::254",
  "fd20:ce::254",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
]);

const privateRanges = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/**
 * Returns why this IP address may not be contacted, or null if it may. Only public unicast is allowed, and
 * with `allowPrivate` the private, loopback, unique-local and carrier-grade NAT ranges. An IPv6 form that
 * carries an IPv4 address is judged by that address if it is the mapped form, and refused if it is a tunnel
 * or the deprecated compatible form.
 */
export function addressRefusal(address: string, allowPrivate: boolean): string | null {
  if (!ipaddr.isValid(address)) return "it is not an IP address";
  const parsed = ipaddr.process(address);
  if (metadataAddresses.has(parsed.toString())) return "it is a metadata address of a cloud machine";
  const range = isCompatibleForm(parsed) ? "ipv4Compatible" : parsed.range();
  if (range === "unicast") return null;
  if (range === "linkLocal") return "it is a link-local address";
  if (!privateRanges.has(range)) return `it is not a public address (${range})`;
  return allowPrivate ? null : `it is a private address (${range})`;
}

/**
 * Whether the address is `::a.b.c.d` (RFC 4291, deprecated), except `::` and `::1`, which have their own
 * ranges.
 */
function isCompatibleForm(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  if (bytes.length !== 16 || bytes.slice(0, 12).some((byte) => byte !== 0)) return false;
  return bytes.slice(12, 15).some((byte) => byte !== 0) || bytes[15]! > 1;
}
