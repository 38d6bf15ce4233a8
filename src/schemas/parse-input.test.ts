import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.strictObject({ a: z.string(), b: z.array(z.int("must be a whole number")).default([]) });

function refusal(input: unknown): AppError {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was accepted");
}

test("valid input comes back with its defaults", () => {
  expect(parseInput(schema, { a: "x" })).toEqual({ a: "x", b: [] });
});

test("every problem is listed with its path, unknown fields each by their name", () => {
  const error = refusal({ a: "x", b: [1, 1.5], c: 1, d: 2 });
  expect(error.code).toBe("invalid_request");
  expect(error.details.errors).toEqual([
    { path: "b.1", message: "must be a whole number" },
    { path: "c", message: "there is no such field" },
    { path: "d", message: "there is no such field" },
  ]);
});

test("a value of another type is described with JSON's types, also at the top level", () => {
  expect(refusal({ a: 7, b: {} }).details.errors).toEqual([
    { path: "a", message: "must be a string" },
    { path: "b", message: "must be a list" },
  ]);
  expect(refusal([]).details.errors).toEqual([{ path: "", message: "must be an object" }]);
});

test("names of fields are shortened and shown without unprintable characters", () => {
  const errors = refusal({ a: "x", [`\u202e\ud800\n${"y".repeat(100)}`]: 1 }).details.errors as {
    path: string;
  }[];
  expect(errors[0]?.path).toBe(`\u{FFFD}\u{FFFD}\u{FFFD}${"y".repeat(61)}…`);
});

test("at most 50 problems are listed", () => {
  const fields = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`f${index}`, 1]));
  expect(refusal({ a: "x", ...fields }).details.errors).toHaveLength(50);
});
