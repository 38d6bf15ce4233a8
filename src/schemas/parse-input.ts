import type { z } from "zod";
import { AppError } from "../errors.ts";

export interface InputProblem {
  /** Dotted path of the field, "" for the whole. */
  path: string;
  message: string;
}

const listedProblems = 50;

/** The parsed value, or `invalid_request` with every problem in `details.errors`. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => toProblems(issue, input));
  throw invalidRequest(problems.slice(0, listedProblems));
}

export function invalidRequest(errors: InputProblem[]): AppError {
  const lines = errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return new AppError("invalid_request", lines.join("; "), { details: { errors } });
}

function toProblems(issue: z.core.$ZodIssue, input: unknown): InputProblem[] {
  const path = issue.path.map((part) => printable(String(part))).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? printable(key) : `${path}.${printable(key)}`,
      message: "there is no such field",
    }));
  }
  return [{ path, message: describeIssue(issue, input) }];
}

/**
 * The schema's own words, but for what is the same everywhere: a field that is missing, a bound, a fixed
 * choice, the name of a pair.
 */
function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) return "is required";
      return isDefault(issue) ? `must be ${typeNames[issue.expected] ?? issue.expected}` : issue.message;
    case "too_small":
      return describeBound(issue, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return describeBound(issue, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_value":
      return isDefault(issue) ? `must be one of: ${issue.values.map(String).join(", ")}` : issue.message;
    case "invalid_key":
      return `the name of this entry ${issue.issues[0]?.message ?? "is not valid"}`;
    default:
      return issue.message;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** A schema's words for "not a number" would be wrong for a number out of bounds. */
function describeBound(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  bound: string,
  value: number | bigint,
): string {
  const isNumber = issue.origin === "number" || issue.origin === "int" || issue.origin === "bigint";
  if (isNumber) return `must be ${bound} ${value.toLocaleString("en")}`;
  const unit = issue.origin === "string" ? "characters" : "entries";
  return isDefault(issue) ? `must have ${bound} ${value.toLocaleString("en")} ${unit}` : issue.message;
}

function isDefault({ message }: z.core.$ZodIssue): boolean {
  return /^(?:Invalid|Too) /.test(message);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

// Names of fields come from the sender: they are shown, but short and without anything that is not text.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{C}/gu, "\u{FFFD}");
  return clean.length > 64 ? `${clean.slice(0, 64)}…` : clean;
}
