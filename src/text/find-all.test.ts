import fc from "fast-check";
import { expect, it } from "vitest";
import { findAll } from "./find-all.ts";
import { runAtOnce } from "./run-in-slices.ts";

function findEach(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= text.length; at++) if (text.startsWith(wanted, at)) found.push(at);
  return found;
}

it("finds every position, including overlapping ones, in repetitive texts", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "a", "a", "b"), minLength: 1, maxLength: 6 });
  const text = fc.tuple(part, fc.nat(60), part).map(([one, count, end]) => one.repeat(count) + end);
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (first, other, from, length) => {
      const start = from % (first.length + 1);
      for (const wanted of [other, first.slice(start, start + 1 + (length % 120))]) {
        if (wanted === "") continue;
        const whole = first + other + first;
        expect(runAtOnce(findAll(whole, wanted))).toEqual(findEach(whole, wanted));
      }
    }),
    { numRuns: 500 },
  );
});

it("finds half a MiB of one letter in a whole MiB of it", () => {
  const half = 524_288;
  const found = runAtOnce(findAll("a".repeat(2 * half), "a".repeat(half)));
  expect(found).toHaveLength(half + 1);
  expect(runAtOnce(findAll("a".repeat(2 * half), `b${"a".repeat(half)}`))).toEqual([]);
  expect(runAtOnce(findAll("a".repeat(2 * half), `${"a".repeat(half)}b`))).toEqual([]);
});

it("finds an empty text nowhere", () => {
  expect(runAtOnce(findAll("abc", ""))).toEqual([]);
});
