import fc from "fast-check";
import type { Schema } from "./description.ts";
import { type Hints, validValues } from "./valid-values.ts";

/** One way to break a value: everything else in it stays valid. */
export interface Breaking {
  what: string;
  /** Dotted path of the part that is broken. */
  path: string;
  values: fc.Arbitrary<unknown>;
}

/** Every way in which a value can be against its schema, each by itself. */
export function breakings(schema: Schema, hints: Hints = {}, path = ""): Breaking[] {
  const own = (what: string, values: fc.Arbitrary<unknown>): Breaking => ({ what, path, values });
  const wrongType = own("of another type", otherTypes(schema));
  if (Array.isArray(schema.enum)) {
    const strangers = fc.constantFrom("", "x", String(schema.enum[0]).toUpperCase(), `${schema.enum[0]} `);
    return [wrongType, own("not one of the list", strangers)];
  }
  switch (schema.type) {
    case "string":
      return [wrongType, ...brokenTexts(schema).map(([what, values]) => own(what, values))];
    case "integer":
    case "number":
      return [wrongType, ...brokenNumbers(schema).map(([what, values]) => own(what, values))];
    case "array":
      return [wrongType, ...brokenLists(schema, hints, path)];
    case "object":
      return [
        wrongType,
        ...(schema.properties === undefined ? brokenPairs(schema, path) : brokenFields(schema, hints, path)),
      ];
  }
  return [wrongType];
}

// Keys that lead to prototypes are refused before any schema is asked.
const harmless = fc.jsonValue().filter((value) => !/__proto__|constructor/.test(JSON.stringify(value)));

const valuesOfTypes: Record<string, unknown[]> = {
  string: ["1", "true", "[]", "{}"],
  integer: [1],
  number: [1.5, -1.5],
  boolean: [true, false],
  array: [[], [null], ["x"]],
  object: [{}, { toString: "x" }, { length: 1 }],
  null: [null],
};

function otherTypes({ type }: Schema): fc.Arbitrary<unknown> {
  const related: Record<string, string[]> = { integer: ["number"], number: ["integer"] };
  const same = [String(type), ...(related[String(type)] ?? [])];
  const others = Object.entries(valuesOfTypes).filter(([name]) => !same.includes(name));
  return fc.constantFrom(...others.flatMap(([, values]) => values));
}

function brokenTexts({ minLength = 0, maxLength, pattern }: Schema): [string, fc.Arbitrary<string>][] {
  const broken: [string, fc.Arbitrary<string>][] = [
    ["with NUL", fc.constantFrom("\0", "a\0b", "\0a", "a\0")],
    ["with half of a surrogate pair", fc.constantFrom("\ud800", "a\udfffb", "\udc00\ud800", "\ud83d")],
  ];
  if (Number(minLength) > 0)
    broken.push(["blank", fc.constantFrom("", " ", "\t\n\r", "\u3000\u00A0", "\uFEFF")]);
  if (maxLength !== undefined) {
    const beyond = fc.constantFrom(1, 2, 1_000).map((more) => "x".repeat(Number(maxLength) + more));
    broken.push(["too long", beyond]);
  }
  // What the patterns of texts for people refuse is above.
  if (pattern !== undefined && !String(pattern).startsWith("^[^\\u0000]*")) {
    const expression = new RegExp(String(pattern));
    const texts = fc.oneof(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.string({ maxLength: 38 }).map((text) => `a\n${text}`),
    );
    // Blank ones are above, and may have another code.
    const other = texts.filter((text) => text.trim() !== "" && !expression.test(text));
    broken.push(["of another form", other]);
  }
  return broken;
}

function brokenNumbers(schema: Schema): [string, fc.Arbitrary<number>][] {
  const { type, minimum, exclusiveMinimum, maximum } = schema;
  const lowest = Number(minimum ?? Number(exclusiveMinimum) + 1);
  const broken: [string, fc.Arbitrary<number>][] = [
    ["too small", fc.constantFrom(lowest - 1, -1, -1e300)],
    ["too large", fc.constantFrom(Number(maximum) + 1, 1e300, Number.MAX_SAFE_INTEGER)],
  ];
  if (type === "integer") broken.push(["not whole", fc.constantFrom(lowest + 0.5, Number(maximum) - 0.1)]);
  return broken;
}

function brokenLists(schema: Schema, hints: Hints, path: string): Breaking[] {
  const items = schema.items as Schema;
  const good = validValues(items, hints, `${path}.*`);
  const size = Number(schema.maxItems) + 1;
  const tooMany = fc.array(good, { minLength: size, maxLength: size, size: "max" });
  return [
    { what: "too many", path, values: tooMany },
    ...breakings(items, hints, `${path}.*`).map(({ what, values }) => ({
      what: `an item ${what}`,
      path: `${path}.0`,
      values: values.map((value) => [value]),
    })),
  ];
}

function brokenPairs(schema: Schema, path: string): Breaking[] {
  const many = Array.from({ length: Number(schema.maxProperties) + 1 }, (_, index) => [`k${index}`, "v"]);
  const ofKeys = brokenTexts(schema.propertyNames as Schema);
  return [
    { what: "too many pairs", path, values: fc.constant(Object.fromEntries(many)) },
    ...breakings(schema.additionalProperties as Schema).map(({ what, values }) => ({
      what: `a value ${what}`,
      path: `${path}.k`,
      values: values.map((value) => ({ k: value })),
    })),
    ...ofKeys.map(([what, keys]) => ({
      what: `a key ${what}`,
      path,
      values: keys.map((key) => ({ [key]: "v" })),
    })),
  ];
}

function brokenFields(schema: Schema, hints: Hints, path: string): Breaking[] {
  const properties = Object.entries(schema.properties as Record<string, Schema>);
  const good = validValues(schema, { ...hints, [path]: undefined } as Hints, path) as fc.Arbitrary<object>;
  const prefix = path === "" ? "" : `${path}.`;
  const parts = properties.flatMap(([name, part]) =>
    breakings(part, hints, prefix + name).map((breaking) => ({
      ...breaking,
      values: fc.tuple(good, breaking.values).map(([whole, value]) => ({ ...whole, [name]: value })),
    })),
  );
  const missing = ((schema.required ?? []) as string[]).map((name) => ({
    what: "missing",
    path: prefix + name,
    values: good.map((whole) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))),
  }));
  const strangers = fc.constantFrom(
    "colour",
    "Prompt",
    "prompt ",
    "toString",
    "hasOwnProperty",
    "0",
    "\u{1F9ED}",
  );
  const unknown = fc
    .tuple(good, strangers, harmless)
    .map(([whole, name, value]) => ({ ...whole, [name]: value }));
  return [...parts, ...missing, { what: "with a field that does not exist", path: "", values: unknown }];
}
