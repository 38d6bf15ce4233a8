import { expect } from "vitest";

/** A change of a good request, and what is wrong with it then; null: nothing. */
export type RefusalCases = [title: string, change: object, problem: RegExp | null][];

export const schema = { type: "object", properties: {} };

/** What no provider that reads a schema takes, wherever in the schema it stands. */
export const brokenSchemas: [what: string, schema: object][] = [
  ["an undefined required property", { ...schema, required: ["pattern"] }],
  [
    "an undefined required property deep inside",
    { ...schema, properties: { a: { type: "array", items: { type: "object", required: ["b"] } } } },
  ],
  ["a type that there is not", { ...schema, properties: { a: { type: "text" } } }],
  ["a list without items", { ...schema, properties: { a: { type: "array" } } }],
  ["required that is no list", { ...schema, required: true }],
  ["a keyword that there is not", { ...schema, properties: { a: { type: "string", ref: "x" } } }],
];

export function expectProblem(found: string | null, wanted: RegExp | null): void {
  if (wanted === null) expect(found).toBeNull();
  else expect(found).toMatch(wanted);
}
