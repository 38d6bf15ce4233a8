import { expect, test } from "vitest";
import { readErrorText } from "./read-error-text.ts";

test.each([
  [{ message: "401 Unauthorized" }, "401 Unauthorized"],
  [{ message: ["Another open merge request exists: !3"] }, "Another open merge request exists: !3"],
  [{ message: { source_branch: ["does not exist"] } }, "source_branch: does not exist"],
  [{ message: { title: ["is too long", "is odd"], base: ["no"] } }, "title: is too long; is odd; base: no"],
  [{ message: { error: "Try again later." } }, "error: Try again later."],
  [{ error: "title is missing" }, "title is missing"],
  [
    { error: "insufficient_scope", error_description: "Higher privileges are needed.", scope: "api" },
    "insufficient_scope: Higher privileges are needed. (scope: api)",
  ],
  [{ message: null }, ""],
  [{}, ""],
  [null, ""],
  ["text", ""],
  [[1], ""],
])("%j reads %j", (body, text) => {
  expect(readErrorText(body)).toBe(text);
});
