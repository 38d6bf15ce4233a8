import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addSecretKey, dropOldSecretKeys, readSecretKeys } from "./read-secret-keys.ts";
import { createSecretBox } from "./secret-box.ts";

describe("a sealed secret", () => {
  const box = createSecretBox(randomBytes(32));

  test.each(["", "token", "ünï😀code", "x".repeat(100_000)])(
    "opens again, and reveals nothing: %#",
    (secret) => {
      const sealed = box.seal(secret, "project a");
      expect(box.open(sealed, "project a")).toBe(secret);
      expect(sealed).toMatch(/^v1\.[\w-]+$/);
      if (secret !== "") expect(Buffer.from(sealed.slice(3), "base64url").includes(secret)).toBe(false);
    },
  );

  test("is a different text each time", () => {
    expect(new Set(Array.from({ length: 100 }, () => box.seal("token", "a"))).size).toBe(100);
  });

  test("has only one valid text: bits that decoding ignores must be unchanged", () => {
    // One byte more than whole groups of three: four bits of the last character belong to no byte.
    const sealed = box.seal("tokens", "a");
    const next = String.fromCharCode(sealed.charCodeAt(sealed.length - 1) + 1);
    const changed = sealed.slice(0, -1) + next;
    expect(Buffer.from(changed.slice(3), "base64url")).toEqual(Buffer.from(sealed.slice(3), "base64url"));
    expect(() => box.open(changed, "a")).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });

  test("opens neither in another context, nor with another key, nor after any change", () => {
    const sealed = box.seal("token", "project a");
    const refusals = [
      () => box.open(sealed, "project b"),
      () => createSecretBox(randomBytes(32)).open(sealed, "project a"),
      () => box.open("", "project a"),
      () => box.open("v1.", "project a"),
      () => box.open("token", "project a"),
      ...Array.from(sealed.slice(3), (character, index) => () => {
        const other = character === "A" ? "B" : "A";
        const changed = `v1.${sealed.slice(3, 3 + index)}${other}${sealed.slice(4 + index)}`;
        return box.open(changed, "project a");
      }),
    ];
    for (const refuse of refusals) {
      expect(refuse).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
    }
  });
});

describe("the key", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "copydesk-secrets-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("is the configured one, and then nothing is written", async () => {
    const secretKey = "ab".repeat(32);
    const old = "cd".repeat(32);
    const read = await readSecretKeys({ secretKey, oldSecretKeys: [old], dataFolder: folder });
    expect(read().map((key) => key.toString("hex"))).toEqual([secretKey, old]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is created once for all processes, readable by its owner only", async () => {
    const dataFolder = join(folder, "data");
    const read = await Promise.all(
      Array.from({ length: 20 }, () => readSecretKeys({ secretKey: null, oldSecretKeys: [], dataFolder })),
    );
    const keys = read.flatMap((keysOf) => keysOf());
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(await readdir(dataFolder)).toEqual(["secret.key"]);
    expect((await stat(join(dataFolder, "secret.key"))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataFolder, "secret.key"), "utf8")).trim()).toBe(keys[0]!.toString("hex"));
  });

  test("that is damaged is reported", async () => {
    await writeFile(join(folder, "secret.key"), "not a key\n");
    await expect(
      readSecretKeys({ secretKey: null, oldSecretKeys: [], dataFolder: folder }),
    ).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });

  test("that is new seals for every process at once, and the previous one still opens until it is dropped", async () => {
    const config = { secretKey: null, oldSecretKeys: [], dataFolder: folder };
    const box = createSecretBox(await readSecretKeys(config));
    const other = createSecretBox(await readSecretKeys(config));
    const before = box.seal("token", "a");
    await addSecretKey(folder);
    const after = other.seal("token", "a");
    expect([box, other].map(({ judge }) => [judge(before, "a"), judge(after, "a")])).toEqual([
      ["old", "current"],
      ["old", "current"],
    ]);
    expect(box.open(before, "a")).toBe("token");
    expect(await dropOldSecretKeys(folder)).toBe(1);
    expect([other.judge(before, "a"), other.judge(after, "a")]).toEqual(["unreadable", "current"]);
    expect((await stat(join(folder, "secret.key"))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["secret.key"]);
  });
});
