import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  generateManagementKey,
  managementKeyPattern,
  parseManagementKey,
} from "../management-keys/management-key-text.ts";
import { apiKeyPattern, generateApiKey, parseApiKey } from "./api-key-text.ts";

test.each([
  ["cpd", generateApiKey, parseApiKey, apiKeyPattern],
  ["cpm", generateManagementKey, parseManagementKey, managementKeyPattern],
] as const)(
  "a new %s key has the documented form and leads back to its id and the hash of its secret",
  (prefix, generate, parse, pattern) => {
    const key = generate();
    expect(key.text).toMatch(pattern);
    expect(key.text.slice(0, 13)).toBe(`${prefix}_${key.id}_`);
    expect(parse(key.text)).toEqual({ id: key.id, secretHash: key.secretHash });
    expect(key.secretHash).toEqual(createHash("sha256").update(key.text.slice(13, 45)).digest());
  },
);

test("a key of one kind is not a key of the other", () => {
  expect(parseManagementKey(generateApiKey().text)).toBeNull();
  expect(parseApiKey(generateManagementKey().text)).toBeNull();
});

test.each(["", "cpd_", "Bearer x", "cpd_abcdefgh_", `cpd_${"a".repeat(8)}_${"a".repeat(38)}`])(
  "%j is no key",
  (text) => {
    expect(parseApiKey(text)).toBeNull();
  },
);

test("white space, line ends and other cases around a key make it invalid", () => {
  const { text } = generateApiKey();
  for (const other of [`${text}\n`, ` ${text}`, `${text} `, text.toUpperCase(), `x${text}`])
    expect(parseApiKey(other)).toBeNull();
});
