import fc from "fast-check";
import type { Schema } from "./description.ts";

/**
 * Values for the parts of a body that a schema cannot say everything about, by their dotted path; `*` is any
 * item.
 */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

/** Values that the schema allows. Throws for a schema of a kind that the document has not had so far. */
export function validValues(schema: Schema, hints: Hints = {}, path = ""): fc.Arbitrary<unknown> {
  const hint = hints[path];
  if (hint !== undefined) return hint;
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return validTexts(schema);
    case "integer":
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 2 ** 31 - 1) });
    case "number":
      return fc
        .double({ min: Number(schema.exclusiveMinimum), max: Number(schema.maximum), noNaN: true })
        .filter((number) => number > Number(schema.exclusiveMinimum));
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(validValues(schema.items as Schema, hints, join(path, "*")), {
        maxLength: Number(schema.maxItems),
        size: "small",
      });
    case "object":
      return schema.properties === undefined
        ? validPairs(schema, hints, path)
        : validFields(schema, hints, path);
  }
  throw new Error(`no values are known for ${path}: ${JSON.stringify(schema)}`);
}

function validFields(schema: Schema, hints: Hints, path: string): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties as Record<string, Schema>).map(
    ([name, part]) => [name, validValues(part, hints, join(path, name))] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as string[] });
}

function validPairs(schema: Schema, hints: Hints, path: string): fc.Arbitrary<unknown> {
  const names = validTexts(schema.propertyNames as Schema).filter((name) => name !== "__proto__");
  const values = validValues(schema.additionalProperties as Schema, hints, join(path, "*"));
  return fc.dictionary(names, values, {
    maxKeys: Number(schema.maxProperties),
    size: "small",
    noNullPrototype: true,
  });
}

/**
 * Texts by the rules of every field for people: well-formed, without NUL, not blank unless empty ones are
 * allowed.
 */
function validTexts({ minLength = 0, maxLength = 200, pattern }: Schema): fc.Arbitrary<string> {
  // The patterns of texts for people say what the filter below says.
  if (pattern !== undefined && !String(pattern).startsWith("^[^\\u0000]*"))
    return fc.stringMatching(new RegExp(String(pattern)));
  const limits = { minLength: Number(minLength), maxLength: Number(maxLength) };
  const texts = fc.oneof(
    { arbitrary: fc.string({ ...limits, unit: "binary", size: "small" }), weight: 4 },
    { arbitrary: fc.string({ ...limits, unit: "grapheme-ascii", size: "medium" }), weight: 4 },
    { arbitrary: fc.constant("x".repeat(limits.maxLength)), weight: 1 },
    { arbitrary: fc.constant("\u{1F9ED}".repeat(Math.min(limits.maxLength, 1_000))), weight: 1 },
    { arbitrary: fc.constantFrom(...oddTexts).filter((text) => text.length <= limits.maxLength), weight: 2 },
  );
  return texts.filter((text) => !text.includes("\0") && (limits.minLength === 0 || text.trim() !== ""));
}

/** Well-formed texts that are often handled badly. */
const oddTexts = [
  "'; drop table jobs; --",
  "<script>alert(1)</script>",
  "#{7*7} {{7*7}} %s %n",
  "../../etc/passwd",
  "a\r\nX-Injected: yes\r\n\r\n",
  "e\u0301 \u202Eabc \uFEFF \u200B \u2028",
  "\u{10FFFF}\uFFFF",
  "constructor",
  "toString",
  "null",
  "\\u0000",
];

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
