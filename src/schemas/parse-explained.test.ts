import { expect, test } from "vitest";
import { z } from "zod";
import { allTools } from "../agent/tools/all-tools.ts";
import { policySchema } from "../policy/policy-schema.ts";
import { operations } from "../server/routes/openapi.ts";
import { parseExplained } from "./parse-explained.ts";
import { variables } from "./variables.ts";

function explained(schema: z.ZodType, input: unknown): string[] {
  const parsed = parseExplained(schema, input);
  if ("data" in parsed) return [];
  return parsed.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test.each<[z.ZodType, unknown, string]>([
  [z.string(), 7, ": must be a string"],
  [z.object({ a: z.int() }), { a: 1.5 }, "a: must be a whole number"],
  [z.object({ a: z.int() }), {}, "a: is required"],
  [z.object({ a: z.enum(["x", "y"]) }), {}, "a: is required"],
  [z.enum(["x", "y"]), "z", ": must be one of: x, y"],
  [z.literal("x"), "z", ": must be x"],
  [z.array(z.string()).min(1), [], ": must have at least 1 entry"],
  [z.strictObject({}), { b: 1 }, "b: there is no such field"],
  [z.string().nullable(), 7, ": must be a string"],
  [z.union([z.string(), z.number()]), [], ": must be a string or a number"],
  [z.union([z.string(), z.object({ a: z.array(z.int()) })]), { a: [1.5] }, "a.0: must be a whole number"],
  [
    z.discriminatedUnion("k", [z.object({ k: z.literal("x") }), z.object({ k: z.literal("y") })]),
    { k: "z" },
    "k: must be one of: x, y",
  ],
  [z.int("must be a number of jobs"), 1e99, ": must be at most 9,007,199,254,740,991"],
  [z.string("is a name").min(2), 7, ": is a name"],
])("case %# is explained", (schema, input, words) => {
  expect(explained(schema, input)).toEqual([words]);
});

const schemas: [string, z.ZodType][] = [
  ...operations.flatMap(({ id, body, query }): [string, z.ZodType][] => [
    ...(body ? [[`body of ${id}`, body.schema] as [string, z.ZodType]] : []),
    ...(query ? [[`query of ${id}`, query.schema] as [string, z.ZodType]] : []),
  ]),
  ...Object.entries(variables).map(([name, { rule }]): [string, z.ZodType] => [name, rule]),
  ...allTools.map((tool): [string, z.ZodType] => [`tool ${tool.name}`, tool.schema]),
  [".copydesk.yml", policySchema],
];

interface Json {
  type?: string;
  properties?: Record<string, Json>;
  items?: Json;
  additionalProperties?: Json | boolean;
  anyOf?: Json[];
  oneOf?: Json[];
}

const parserWords = /: (?:Invalid|Too|Unrecognized) |, received|undefined|is not valid$|in the right form/;

const wrong = [null, -1, 1.5, 1e99, "", " ?", "x".repeat(70_000), true, [], {}, [[]], { "": 1 }];

/** Values that a schema refuses, each wrong in one place, at every depth. */
function wrongFor(schema: Json, depth = 0): unknown[] {
  if (depth > 5) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const entries = typeof additionalProperties === "object" ? wrongFor(additionalProperties, depth + 1) : [];
  return [
    ...wrong,
    ...Object.entries(properties).flatMap(([name, inner]) =>
      wrongFor(inner, depth + 1).map((value) => ({ [name]: value })),
    ),
    ...(items ? wrongFor(items, depth + 1).map((value) => [value]) : []),
    ...entries.map((value) => ({ name: value })),
    ...[...anyOf, ...oneOf].flatMap((inner) => wrongFor(inner, depth + 1)),
  ];
}

test("what people send is refused in plain words, never in the words of the parser", () => {
  const found = new Set<string>();
  for (const [name, schema] of schemas) {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as Json;
    for (const value of wrongFor(json))
      for (const line of explained(schema, value))
        if (parserWords.test(line)) found.add(`${name}: ${line.slice(0, 200)}`);
  }
  expect([...found]).toEqual([]);
});
