import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { apiKeyPattern, generateApiKey, parseApiKey } from "./api-key-text.ts";

test("a new key has the documented form and leads back to its id and the hash of its secret", () => {
  const key = generateApiKey();
  expect(key.text).toMatch(apiKeyPattern);
  expect(key.text.slice(4, 12)).toBe(key.id);
  expect(parseApiKey(key.text)).toEqual({ id: key.id, secretHash: key.secretHash });
  expect(key.secretHash).toEqual(createHash("sha256").update(key.text.slice(13, 45)).digest());
});

test.each(["", "cpd_", "Bearer x", "cpd_abcdefgh_", `cpd_${"a".repeat(8)}_${"a".repeat(38)}`])(
  "%j is no key",
  (text) => {
    expect(parseApiKey(text)).toBeNull();
  },
);

test("white space, line ends and other cases around a key make it no key", () => {
  const { text } = generateApiKey();
  for (const other of [`${text}\n`, ` ${text}`, `${text} `, text.toUpperCase(), `x${text}`])
    expect(parseApiKey(other)).toBeNull();
});
