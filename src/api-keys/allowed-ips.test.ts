import { expect, test } from "vitest";
import { isAddressOrRange, isAllowedIp } from "./allowed-ips.ts";

test.each([
  ["192.0.2.7", true],
  ["192.0.2.0/24", true],
  ["2001:db8::1", true],
  ["2001:db8::/32", true],
  ["0.0.0.0/0", false],
  ["::/0", false],
  ["192.0.2.0/33", false],
  ["192.0.2", false],
  ["1", false],
  ["example.com", false],
  ["", false],
])("%s can be on the list: %s", (text, expected) => {
  expect(isAddressOrRange(text)).toBe(expected);
});

test.each([
  ["192.0.2.7", [], true],
  ["192.0.2.7", ["192.0.2.7"], true],
  ["192.0.2.8", ["192.0.2.7"], false],
  ["192.0.2.8", ["198.51.100.0/24", "192.0.2.0/24"], true],
  ["::ffff:192.0.2.8", ["192.0.2.0/24"], true],
  ["::ffff:192.0.3.8", ["192.0.2.0/24"], false],
  ["2001:db8::5", ["2001:db8::/32"], true],
  ["2001:db9::5", ["2001:db8::/32"], false],
  ["192.0.2.7", ["2001:db8::/32"], false],
  ["not an address", ["192.0.2.0/24"], false],
])("%s with the list %j is allowed: %s", (address, list, expected) => {
  expect(isAllowedIp(address, list)).toBe(expected);
});
