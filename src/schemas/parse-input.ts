import type { z } from "zod";
import { AppError } from "../errors.ts";
import { parseExplained } from "./parse-explained.ts";

export interface InputProblem {
  /** Dotted path of the field, "" for the whole input. */
  path: string;
  message: string;
}

const listedProblems = 50;

/** Returns the parsed value, or throws `invalid_request` with every problem in `details.errors`. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = parseExplained(schema, input);
  if ("data" in parsed) return parsed.data;
  const problems = parsed.issues.slice(0, listedProblems);
  throw invalidRequest(problems.map(({ path, message }) => ({ path: dotted(path), message })));
}

export function invalidRequest(errors: InputProblem[]): AppError {
  const lines = errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return new AppError("invalid_request", lines.join("; "), { details: { errors } });
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => printable(String(part))).join(".");
}

// The sender chooses the names of fields: they are shown shortened and without unprintable characters.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{C}/gu, "\u{FFFD}");
  return clean.length > 64 ? `${clean.slice(0, 64)}…` : clean;
}
