import { expect, test } from "vitest";
import { withPeriod } from "./with-period.ts";

test.each([
  ["not found", "not found."],
  ["Not found.", "Not found."],
  ["Are you sure?", "Are you sure?"],
  ["wait…", "wait…"],
  ["", "."],
])("%j ends as %j", (text, sentence) => {
  expect(withPeriod(text)).toBe(sentence);
});
