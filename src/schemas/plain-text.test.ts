import { expect, test } from "vitest";
import { nameText, plainText } from "./plain-text.ts";

const text = plainText({ max: 5 });

test.each(["a", "aaaaa", "\u{1F600}".repeat(5), " a\n", "é"])("%j is accepted", (value) => {
  expect(text.parse(value)).toBe(value);
});

test.each([
  ["", "must not be empty or blank"],
  [" \n\t\u00a0", "must not be empty or blank"],
  ["aaaaaa", "must have at most 5 characters"],
  ["\u{1F600}".repeat(6), "must have at most 5 characters"],
  ["a\0b", "must not contain the NUL character"],
  ["a\ud800", "must be well-formed Unicode (it has half of a surrogate pair)"],
  ["\udc00", "must be well-formed Unicode (it has half of a surrogate pair)"],
  [7, "must be a string"],
  [null, "must be a string"],
])("%j is refused: %s", (value, message) => {
  expect(text.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("a minimum of 0 allows the empty text", () => {
  expect(plainText({ min: 0, max: 5 }).parse("")).toBe("");
});

test.each(["Docs team", "Équipe 文档", "نمی\u200cدانم"])("%j is a name", (value) => {
  expect(nameText({ max: 100 }).parse(value)).toBe(value);
});

test.each(["Docs\nteam", "Docs\u2028team", "Docs \u202emaet", "\u2066Docs", "Docs\u001b[31m"])(
  "%j is no name",
  (value) => {
    expect(
      nameText({ max: 100 })
        .safeParse(value)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["must not contain line breaks, control characters or changes of direction"]);
  },
);
