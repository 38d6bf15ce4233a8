import { expect, test } from "vitest";
import { alignBlocks } from "./align-blocks.ts";

const isAlike = (before: string, after: string) => before[0] === after[0];
const align = (before: string, after: string) =>
  alignBlocks(before.split(" ").filter(Boolean), after.split(" ").filter(Boolean), isAlike).map(
    ({ state, before, after }) => `${state[0]}${before ?? "-"}${after ?? "-"}`,
  );

test.each([
  ["a b c", "a b c", ["s00", "s11", "s22"]],
  ["a b1 c", "a b2 c", ["s00", "c11", "s22"]],
  ["a c", "a b c", ["s00", "a-1", "s12"]],
  ["a b c", "a c", ["s00", "r1-", "s21"]],
  ["a b1 x c", "a y b2 c", ["s00", "a-1", "c12", "r2-", "s33"]],
  ["", "a b", ["a-0", "a-1"]],
  ["a", "", ["r0-"]],
  ["a b a b", "b a b a", ["r0-", "s10", "s21", "s32", "a-3"]],
])("aligns %j with %j", (before, after, expected) => {
  expect(align(before, after)).toEqual(expected);
});

test("has every block once and in order if there are too many to compare", () => {
  const many = (name: string) => Array.from({ length: 1_500 }, (_, index) => `${name}${index}`);
  const aligned = alignBlocks(many("a"), many("b"), isAlike);
  expect(aligned.filter(({ before }) => before !== null).map(({ before }) => before)).toEqual(
    many("").map(Number),
  );
  expect(aligned.filter(({ after }) => after !== null).map(({ after }) => after)).toEqual(
    many("").map(Number),
  );
});
