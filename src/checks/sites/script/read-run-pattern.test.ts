import { expect, test } from "vitest";
import { readRunPattern } from "./read-run-pattern.ts";

test.each([
  [/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-"],
  [/[\u0300-\u036F]/g, ""],
  [/-{2,}/g, "-"],
  [/^-+|-+$/g, ""],
  [/^(\d)/, "_$1"],
  [/(-+)/g, "<$1>"],
  [/[^\w-]+/g, "[$&]"],
  [/\s/, "+"],
  [/\.$/, ""],
  [/[a-cx-]|!/g, "?"],
])("replaces what %s finds as JavaScript does", (pattern, by) => {
  const replace = readRunPattern(pattern.source, pattern.flags)?.(by);
  const texts = [
    "",
    "- A  b-- c.",
    "1 (déjà) vu!\n",
    "--x--y-",
    "ab|c\\d “e” [f]",
    "...",
    "a\u0301b",
    "a!!-",
  ];
  expect(texts.map((text) => replace?.(text))).toEqual(texts.map((text) => text.replace(pattern, by)));
});

test.each([
  [/ab+/g, "-"],
  [/(?:a|b)+/g, "-"],
  [/a*/g, "-"],
  [/\p{L}/gu, "-"],
  [/a/gi, "-"],
  [/\bx/g, "-"],
  [/a|(b)/g, "$1"],
  [/(a)+/g, "$1"],
  [/a/g, "$2"],
])("does not know what %s finds", (pattern, by) => {
  expect(readRunPattern(pattern.source, pattern.flags)?.(by) ?? null).toBeNull();
});

test("takes linear time for runs that do not reach the end", () => {
  const trim = readRunPattern("-+$", "")!("")!;
  expect(trim(`${"-".repeat(100_000)}a`)).toHaveLength(100_001);
});
