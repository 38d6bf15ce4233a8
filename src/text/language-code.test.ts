import { expect, test } from "vitest";
import { isLanguageCode } from "./language-code.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

test("the two-letter codes are those that ICU has a name for", () => {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(codes.filter(isLanguageCode)).toEqual(codes.filter((code) => names.of(code) !== undefined));
});

test.each([
  ["deu", true],
  ["api", false],
  ["d", false],
  ["", false],
  ["DE", false],
  ["de-DE", false],
])("%s", (code, expected) => {
  expect(isLanguageCode(code)).toBe(expected);
});
