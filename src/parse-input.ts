import type { z } from "zod";
import { AppError } from "./errors.ts";

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
  throw invalidRequest(result.error.issues.flatMap(toProblems).slice(0, listedProblems));
}

export function invalidRequest(errors: InputProblem[]): AppError {
  const lines = errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return new AppError("invalid_request", lines.join("; "), { details: { errors } });
}

function toProblems(issue: z.core.$ZodIssue): InputProblem[] {
  const path = issue.path.map((part) => printable(String(part))).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? printable(key) : `${path}.${printable(key)}`,
      message: "there is no such field",
    }));
  }
  return [{ path, message: issue.message }];
}

// Names of fields come from the sender: they are shown, but short and without anything that is not text.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{C}/gu, "\u{FFFD}");
  return clean.length > 64 ? `${clean.slice(0, 64)}…` : clean;
}
