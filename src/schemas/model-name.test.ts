import fc from "fast-check";
import { expect, test } from "vitest";
import { isModelAllowed, isModelName, modelName, modelPattern } from "./model-name.ts";

test.each([
  "copydesk/chores",
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-opus-4@20250514",
  "openai/ft:gpt-4.1-mini:org::AbC1",
  "google/gemini-3.1-pro-preview",
  "google/tunedModels/docs-1",
  "openai-compatible/meta-llama/llama-3.3-70b-instruct:free",
  "openai-compatible/@cf/meta/llama-3.1-8b",
  "openai-compatible/accounts/fireworks/models/llama-v3p1",
])("%s is a model's name", (name) => {
  expect(isModelName(name)).toBe(true);
});

test.each([
  ["anthropic/*", "anthropic/claude-x", true],
  ["anthropic/*", "openai/claude-x", false],
  ["*", "openai-compatible/a/b", true],
  ["openai-compatible/*", "openai-compatible/a/b:free", true],
  ["openai/gpt-*-mini", "openai/gpt-5-mini", true],
  ["openai/gpt-*-mini", "openai/gpt-mini", false],
  ["openai/gpt-*", "openai/gpt-", true],
  ["openai/gpt-5", "openai/gpt-5-mini", false],
  ["a*b*b", "ab", false],
  ["a*b*b", "abb", true],
])("the pattern %s with %s: %s", (pattern, name, expected) => {
  expect(isModelAllowed([[pattern]], name)).toBe(expected);
});

test("every list that is given must allow a model, and an empty one allows none", () => {
  expect(isModelAllowed([], "openai/a")).toBe(true);
  expect(isModelAllowed([null, undefined], "openai/a")).toBe(true);
  expect(isModelAllowed([["openai/*"], ["openai/b"]], "openai/a")).toBe(false);
  expect(isModelAllowed([["openai/b", "openai/*"], null], "openai/a")).toBe(true);
  expect(isModelAllowed([[]], "openai/a")).toBe(false);
});

test("a pattern has no character that a name cannot have, but the star", () => {
  for (const text of ["", "a b", "a?", "{a,b}/c", "/a", "a/", "[a]", "a\n"]) {
    expect(modelPattern.safeParse(text).success, text).toBe(false);
  }
});

test("the pattern that the API describes is the rule for names", () => {
  const { pattern, maxLength } = modelName.meta() as { pattern: string; maxLength: number };
  const expression = new RegExp(pattern);
  const provider = fc.constantFrom("anthropic", "openai", "google", "openai-compatible", "copydesk", "x", "");
  const rest = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.stringMatching(/^(?:tunedModels\/)?[\w.:@+~/-]{0,12}$/),
  );
  fc.assert(
    fc.property(provider, rest, (name, tail) => {
      const text = `${name}/${tail}`;
      expect(text.length <= maxLength && expression.test(text), text).toBe(isModelName(text));
      expect(modelName.safeParse(text).success, text).toBe(isModelName(text));
    }),
    { numRuns: 2_000 },
  );
});
