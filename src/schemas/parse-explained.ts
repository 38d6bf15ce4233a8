import type { z } from "zod";

export interface ExplainedIssue {
  path: readonly PropertyKey[];
  message: string;
  issue: z.core.$ZodIssue;
}

export const jsonTypes: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "an address such as https://example.com/",
  datetime: "a time such as 2026-03-01T09:00:00Z",
  date: "a date such as 2026-03-01",
  uuid: "a UUID",
  base64: "Base64",
};

/**
 * The parsed value, or what is wrong with it in the schema's own words, but for what is the same everywhere:
 * a field that is missing or unknown, a type, a bound, a fixed choice, the name of a pair.
 */
export function parseExplained<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  typeNames = jsonTypes,
): { data: z.output<Schema> } | { issues: ExplainedIssue[] } {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return { data: parsed.data };
  return { issues: parsed.error.issues.flatMap((issue) => explain(issue, typeNames)) };
}

function explain(issue: z.core.$ZodIssue, typeNames: typeof jsonTypes): ExplainedIssue[] {
  if (issue.code === "unrecognized_keys") {
    const message = "there is no such field";
    return issue.keys.map((key) => ({ path: [...issue.path, key], message, issue }));
  }
  if (issue.code === "invalid_union" && isDefault(issue)) return [explainUnion(issue, typeNames)];
  return [{ path: issue.path, message: describe(issue, typeNames), issue }];
}

function describe(issue: z.core.$ZodIssue, typeNames: typeof jsonTypes): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.path.length > 0 && issue.input === undefined) return "is required";
      return isDefault(issue) ? `must be ${typeNames[issue.expected] ?? issue.expected}` : issue.message;
    case "too_small":
      return describeBound(issue, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return describeBound(issue, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_value":
      return isDefault(issue) ? describeChoice(issue.input, issue.values) : issue.message;
    case "invalid_format":
      return isDefault(issue) ? `must be ${formats[issue.format] ?? "in the right form"}` : issue.message;
    case "invalid_key":
      return `the name of this entry ${issue.issues[0]?.message ?? "is not valid"}`;
    default:
      return isDefault(issue) ? "is not valid" : issue.message;
  }
}

/** Of the option that the input came closest to; of all of them when it is none. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, typeNames: typeof jsonTypes): ExplainedIssue {
  const { path, discriminator } = issue;
  if (discriminator !== undefined) {
    const given = (issue.input as Record<string, unknown>)[discriminator];
    const known = "options" in issue ? (issue.options ?? []) : [];
    return { path, message: describeChoice(given, known), issue };
  }
  const options = issue.errors
    .flatMap((errors) => errors.slice(0, 1))
    .flatMap((option) => explain({ ...option, path: [...path, ...option.path] }, typeNames));
  const [deepest] = options.toSorted((one, other) => other.path.length - one.path.length);
  if (deepest !== undefined && deepest.path.length > path.length) return deepest;
  const [first = "is not valid", ...others] = new Set(options.map(({ message }) => message));
  const message = [first, ...others.map((other) => other.replace(/^must be /, ""))].join(" or ");
  return { path, message, issue };
}

function describeChoice(given: unknown, values: readonly unknown[]): string {
  if (given === undefined) return "is required";
  return `must be ${values.length === 1 ? "" : "one of: "}${values.map(String).join(", ")}`;
}

/** A bound of a number without words of its own has those for "not a number", which would be wrong. */
function describeBound(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  bound: string,
  value: number | bigint,
): string {
  const isNumber = issue.origin === "number" || issue.origin === "int";
  if (isNumber) return `must be ${bound} ${value.toLocaleString("en")}`;
  if (!isDefault(issue)) return issue.message;
  const [one, many] = issue.origin === "string" ? ["character", "characters"] : ["entry", "entries"];
  return `must have ${bound} ${value.toLocaleString("en")} ${Number(value) === 1 ? one : many}`;
}

/** Whether the words are zod's: a schema's own begin otherwise. */
function isDefault({ message }: { message: string }): boolean {
  return /^(?:Invalid|Too) /.test(message);
}
