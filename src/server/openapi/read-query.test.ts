import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isAppError } from "../../errors.ts";
import { readQuery } from "./read-query.ts";

const schema = z.strictObject({
  limit: z.coerce.number("must be a number").int("must be a whole number").min(1).max(100).default(20),
  cursor: z.string().optional(),
});

function problemsOf(query: unknown): unknown {
  try {
    return readQuery(schema, query);
  } catch (error) {
    return isAppError(error, "invalid_request") ? error.details.errors : error;
  }
}

describe("a number in a query", () => {
  test.each(["1", "007", "100"])("can be %j", (limit) => {
    expect(readQuery(schema, { limit })).toEqual({ limit: Number(limit) });
  });

  test.each(["", " ", "1 ", " 1", "+1", "1.0", "1e1", "0x1", "0b1", "１", "NaN", "null"])(
    "cannot be %j",
    (limit) => {
      expect(problemsOf({ limit })).toEqual([{ path: "limit", message: "must be a number" }]);
    },
  );

  test.each(["0", "-1", "101", "99999999999999999999"])("of %j is out of range", (limit) => {
    expect(problemsOf({ limit })).toContainEqual(expect.objectContaining({ path: "limit" }));
  });
});

test("a parameter that is given twice is refused by its name", () => {
  expect(problemsOf({ limit: ["1", "2"], cursor: ["a", "a"] })).toEqual([
    { path: "limit", message: "must be given once" },
    { path: "cursor", message: "must be given once" },
  ]);
  expect(problemsOf({ colour: ["red", "red"] })).toEqual([
    { path: "colour", message: "there is no such field" },
  ]);
});

test("texts stay as they are, defaults are filled in, unknown names are refused", () => {
  expect(readQuery(schema, { cursor: "1 " })).toEqual({ limit: 20, cursor: "1 " });
  expect(problemsOf(JSON.parse('{"__proto__": "x"}'))).toEqual([expect.anything()]);
  expect(problemsOf({ colour: "red" })).toEqual([{ path: "colour", message: "there is no such field" }]);
});
