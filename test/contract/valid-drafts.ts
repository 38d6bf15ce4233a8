import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { DescribedParameter, Description, Operation, Schema } from "./description.ts";
import { resolveSchema } from "./description.ts";
import { type Draft, jsonBody } from "./draft.ts";
import { type Hints, validValues } from "./valid-values.ts";

const segment = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/);
const globs = fc.oneof(
  segment.map((name) => `${name}/**/*.md`),
  fc.constantFrom("**", "*.mdx", "docs/{a,b}/[c-d]?.md", "!x", "ünïcode/*"),
);

const times = fc
  .date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)));

/** What the schemas leave to words: names of branches, models that this service has, globs below the root. */
export const hints: Hints = {
  ref: fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  model: fc.constant("copydesk/chores"),
  "paths.*": globs,
  // Each is free once.
  branch: segment.map((name) => `${name}/${randomUUID()}`),
  title: fc.string({ minLength: 1, maxLength: 72 }).filter((title) => title.trim() !== ""),
};

/** Where only answers of the service itself are valid. */
const opaque = new Set(["cursor"]);

/** Requests that the document allows, with the good key. */
export function validDrafts(
  description: Description,
  operation: Operation,
  key: string,
): fc.Arbitrary<Draft> {
  const parameters = (place: DescribedParameter["in"]) =>
    operation.parameters.filter((parameter) => parameter.in === place && !opaque.has(parameter.name));
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body =
    media === undefined
      ? fc.constant(null)
      : validBodies(resolveSchema(description, media.schema)).map((value) => jsonBody(value));
  const isSecured = operation.security.length > 0;
  return fc.record({
    pick: fc.nat(1_000),
    suits: fc.boolean(),
    place: fc.constant({}),
    authorization: fc.constant(isSecured ? `Bearer ${key}` : null),
    query: someOf(parameters("query")).map(inOrder).map(toQuery),
    headers: someOf(parameters("header")).map((headers) => ({
      ...(type && { "content-type": type === "*/*" ? "application/json" : type }),
      ...headers,
    })),
    body,
  });
}

function validBodies(schema: Schema): fc.Arbitrary<unknown> {
  // A schema that allows everything: deliveries, whose form their host decides on.
  return schema.type === undefined ? fc.dictionary(segment, fc.jsonValue()) : validValues(schema, hints);
}

/** A branch is asked for by any text. */
const { ref: _, ...others } = hints;
// All of it has to fit into a URL.
const pairs = fc.dictionary(segment, fc.string({ maxLength: 40 }), { maxKeys: 3, noNullPrototype: true });
const inQuery: Hints = { ...others, metadata: pairs, createdFrom: times, createdTo: times };

type Values = Record<string, string | Record<string, string>>;

function someOf(parameters: DescribedParameter[]): fc.Arbitrary<Values> {
  const entries = parameters.map(({ name, schema }) => {
    const values =
      schema.type === "object" || name in inQuery
        ? validValues(schema, inQuery, name)
        : validTexts(name, schema);
    return [name, values] as const;
  });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] }) as fc.Arbitrary<Values>;
}

/** The end of a time is not before its beginning. */
function inOrder(values: Values): Values {
  const { createdFrom, createdTo } = values;
  if (typeof createdFrom !== "string" || typeof createdTo !== "string") return values;
  const isReversed = Date.parse(createdFrom) > Date.parse(createdTo);
  return isReversed ? { ...values, createdFrom: createdTo, createdTo: createdFrom } : values;
}

function validTexts(name: string, schema: Schema): fc.Arbitrary<string> {
  const isFree = schema.type === "string" && schema.pattern === undefined && schema.enum === undefined;
  const texts = validValues(isFree ? { ...schema, pattern: "^[!-~]{1,40}$" } : schema).map(String);
  // White space around a header's value is not part of it.
  const sendable = texts.filter((text) => text === text.trim() && text !== "");
  if (name !== "Idempotency-Key") return sendable;
  return fc.tuple(sendable, fc.uuid()).map(([text, own]) => `${text.slice(0, 200)} ${own}`);
}

/** An object as OpenAPI's deepObject: `name[key]=value`. */
export function toQuery(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === "string"
      ? [[name, value]]
      : Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part]),
  );
  return new URLSearchParams(pairs).toString();
}
