import { describe, expect, it } from "vitest";
import { isAppError } from "../errors.ts";
import { addressRefusal } from "./address-refusal.ts";
import { normalizeHost, resolveAllowedAddress } from "./resolve-allowed-address.ts";

const hostileSpellings = [
  "127.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "127.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "localhost",
  "localhost.",
  "::1",
  "::ffff:127.0.0.1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
  "0.0.0.0",
  "::",
  "169.254.169.254",
  "0xa9fea9fe",
  "::ffff:169.254.169.254",
  "fe80::1",
  "fd00:ec2::254",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "ff02::1",
  "fec0::1",
];

const refusedEvenWhenPrivateIsAllowed = [
  "169.254.169.254",
  "0xa9fea9fe",
  "::ffff:169.254.169.254",
  "fe80::1",
  "fd00:ec2::254",
  "100.100.100.200",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::",
  "::169.254.169.254",
  "224.0.0.1",
  "0.0.0.0",
];

async function refusalOf(host: string, options: Parameters<typeof resolveAllowedAddress>[1]) {
  return await resolveAllowedAddress(host, options).then(
    (allowed) => allowed,
    (error: unknown) => (isAppError(error) ? error.code : error),
  );
}

describe("resolveAllowedAddress", () => {
  it.each(hostileSpellings)("refuses %s", async (host) => {
    expect(await refusalOf(host, { allowPrivate: false })).toBe("url_not_allowed");
  });

  it.each(refusedEvenWhenPrivateIsAllowed)(
    "refuses %s even if private addresses are allowed",
    async (host) => {
      expect(await refusalOf(host, { allowPrivate: true })).toBe("url_not_allowed");
    },
  );

  it.each(["127.0.0.1", "0x7f.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "fd12:3456::1", "100.64.0.1"])(
    "admits %s if private addresses are allowed",
    async (host) => {
      expect(await refusalOf(host, { allowPrivate: true })).toMatchObject({ address: expect.any(String) });
    },
  );

  it.each(["93.184.215.14", "2606:2800:220:1::1"])("admits the public address %s", async (host) => {
    expect(await refusalOf(host, { allowPrivate: false })).toMatchObject({ address: host });
  });

  it("refuses a name if one of its addresses is private", async () => {
    const lookup = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    expect(await refusalOf("mixed.example", { allowPrivate: false, lookup })).toBe("url_not_allowed");
  });

  it("asks the resolver once, so that a second answer cannot replace the checked one", async () => {
    const answers = ["93.184.215.14", "127.0.0.1"];
    const lookup = async () => [{ address: answers.shift()!, family: 4 }];
    expect(await refusalOf("rebinding.example", { allowPrivate: false, lookup })).toEqual({
      address: "93.184.215.14",
      family: 4,
    });
    expect(answers).toEqual(["127.0.0.1"]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("SERVFAIL"))],
    ["answers nothing", async () => []],
    ["answers rubbish", async () => [{ address: "rubbish", family: 4 }]],
  ])("refuses if the resolver %s", async (_case, lookup) => {
    expect(await refusalOf("broken.example", { allowPrivate: true, lookup })).toBe("url_not_allowed");
  });

  it.each(["", "a b", "host/path", "user@host", "host:80", "host?x", "host#x", "a\\b"])(
    "refuses %j as a host",
    async (host) => {
      expect(await refusalOf(host, { allowPrivate: true })).toBe("url_not_allowed");
    },
  );

  it("reads a host as URL parsers do", () => {
    expect(normalizeHost("①②⑦.1")).toBe("127.0.0.1");
    expect(normalizeHost("[::FFFF:127.0.0.1]")).toBe("::ffff:7f00:1");
    expect(normalizeHost("Git.Example.COM")).toBe("git.example.com");
  });
});

describe("addressRefusal", () => {
  it("returns the kind of address", () => {
    expect(addressRefusal("10.0.0.1", false)).toContain("private");
    expect(addressRefusal("169.254.1.1", true)).toContain("link-local");
    expect(addressRefusal("10.0.0.1", true)).toBeNull();
  });
});
