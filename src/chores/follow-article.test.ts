import { expect, test } from "vitest";
import { articleChange, takesAn } from "./follow-article.ts";

test.each(["apple", "API", "SDK", "hour", "HTML page", "umbrella", "MDX file", "honest", "unnamed"])(
  "an %s",
  (word) => expect(takesAn(word)).toBe(true),
);

test.each(["key", "URL", "user", "unit", "UI", "one-way", "house", "JSON", "European", "utility"])(
  "a %s",
  (word) => expect(takesAn(word)).toBe(false),
);

test.each([
  ["Take an ", "apple", "key", "a "],
  ["A ", "key", "apple", "An "],
  ["(an ", "API", "token", "a "],
])("%j before %s, which becomes %s, is %j", (before, old, now, expected) => {
  expect(articleChange(before, { old, new: now })?.new).toBe(expected);
});

test.each([
  ["a ", "key", "token"],
  ["a ", "apple", "key"],
  ["plan ", "apple", "key"],
  ["an  ", "apple", "key"],
])("%j before %s stays before %s", (before, old, now) => {
  expect(articleChange(before, { old, new: now })).toBe(null);
});
