import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { makeSshKey } from "../../../test/helpers/sshd-server.ts";
import { normalizeKey, sshKeyProblem } from "./ssh-key-problem.ts";

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("sshKeyProblem", () => {
  it.each([
    ["ed25519", undefined],
    ["ecdsa", undefined],
    ["rsa", undefined],
    ["rsa", "PEM"],
    ["ecdsa", "PEM"],
  ] as const)(
    "finds no problem with a plain %s key in format %s, and a passphrase if there is one",
    async (type, format) => {
      const name = `${type}-${format}`;
      const plain = await makeSshKey(folder, name, { type, format });
      expect(sshKeyProblem(plain.privateKey)).toBeNull();
      expect(sshKeyProblem(plain.privateKey.replaceAll("\n", "\r\n"))).toBeNull();
      const locked = await makeSshKey(folder, `${name}-locked`, { type, format, passphrase: "long enough" });
      expect(sshKeyProblem(locked.privateKey)).toContain("has a passphrase");
    },
  );

  it.each([
    ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me", "public key"],
    ["-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n", "public key"],
    ["PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", "PuTTY"],
    ["-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n", "passphrase"],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\nYWJj\n-----END OPENSSH PRIVATE KEY-----\n", "damaged"],
    [
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----",
      "damaged",
    ],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA", "no private key"],
    ["", "no private key"],
  ])("describes the problem of %j", (text, words) => {
    expect(sshKeyProblem(text)).toContain(words);
  });
});

describe("normalizeKey", () => {
  it("ends every line as on Unix, including the last", () => {
    expect(normalizeKey("\r\na\r\nb")).toBe("a\nb\n");
  });
});
