import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Direction, namedSchemas } from "./named-schemas.ts";

export type Json = Record<string, unknown>;

function refer(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the schema as it appears in the document: a reference if it has a name. */
export function describeSchema(schema: z.ZodType, io: Direction): Json {
  const name = namedSchemas.get(schema)?.name;
  return name === undefined ? toJsonSchema(schema, io) : refer(name);
}

/**
 * Returns the schema written out, with references to the named schemas in it. Responses are open, so that a
 * later version may add to them: objects may have further fields, and an enum that may grow is a string with
 * `x-extensible-enum`. docs/compatibility.md says what may change.
 */
export function toJsonSchema(schema: z.ZodType, io: Direction): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const inner = zodSchema as unknown as z.ZodType;
      const name = inner === schema ? undefined : namedSchemas.get(inner)?.name;
      if (name !== undefined) replace(jsonSchema as Json, refer(name));
      else {
        shorten(jsonSchema as Json);
        if (io === "output") open(jsonSchema as Json);
        Object.assign(jsonSchema, describeDiscriminator(inner));
      }
    },
  });
  return rest;
}

/** Rewrites zod's output in forms that client generators understand. */
function shorten(schema: Json): void {
  // For a named schema with a description of its own, zod writes both.
  if (typeof schema.$ref === "string") replace(schema, { $ref: schema.$ref });
  flattenTuple(schema);
  joinConstants(schema);
  joinNull(schema);
  if (!isWritableDefault(schema)) delete schema.default;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format === "date-time") schema.pattern = "\\.\\d{3}Z$";
  // Slashes need no escape outside JavaScript's own notation, and some tools escape them again.
  if (typeof schema.pattern === "string") schema.pattern = schema.pattern.replaceAll("\\/", "/");
}

/** An empty default says only that the field is optional; that of a choice with null is described. */
function isWritableDefault({ default: value, not }: Json): boolean {
  return not === undefined && !isDeepStrictEqual(value, {}) && !isDeepStrictEqual(value, []);
}

/** Enums stay a choice, as some generators cannot write an enum that contains null. */
function joinNull(schema: Json): void {
  const [first, second, ...others] = (schema.anyOf ?? []) as Json[];
  if (second?.type !== "null" || others.length > 0 || typeof first?.type !== "string") return;
  if ("enum" in first) return;
  const { anyOf: _, ...rest } = schema;
  replace(schema, { ...first, ...rest, type: [first.type, "null"] });
}

/**
 * Turns a choice of numbers into an enum. With null among them, oapi-codegen refuses the enum, and
 * openapi-generator stops for Python at any choice: they read the type, and leave the condition alone.
 */
function joinConstants(schema: Json): void {
  const options = (schema.anyOf ?? []) as Json[];
  const isNull = ({ type }: Json) => type === "null";
  const values = options.filter((option) => !isNull(option)).map((option) => option.const);
  if (values.length < 2 || !values.every((value) => typeof value === "number")) return;
  const { anyOf: _, ...rest } = schema;
  const numbers = { type: values.every(Number.isInteger) ? "integer" : "number", enum: values };
  const nullable = { type: [numbers.type, "null"], not: { not: { enum: [...values, null] } } };
  replace(schema, { ...rest, ...(options.some(isNull) ? nullable : numbers) });
}

/** Few client generators know tuples; one whose items are all alike becomes an array of fixed length. */
function flattenTuple(schema: Json): void {
  const [first, ...others] = (schema.prefixItems ?? []) as Json[];
  if (first === undefined || !others.every((other) => isDeepStrictEqual(other, first))) return;
  delete schema.prefixItems;
  schema.items = first;
}

function open(schema: Json): void {
  const { isOpen, knownValues } = schema;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Client generators handle one-valued enums better than constants.
  if ("const" in schema) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  // What openapi-generator writes for Python cannot be loaded if a time has a pattern.
  if (schema.format === "date-time") delete schema.pattern;
  if (isOpen === true || Array.isArray(knownValues)) {
    const { enum: values = knownValues, isOpen: _, knownValues: __, ...rest } = schema;
    replace(schema, { ...rest, "x-extensible-enum": values });
  }
}

/** Only for unions of named schemas; maps each value to its schema. */
function describeDiscriminator(union: z.ZodType): Json {
  if (!(union instanceof z.ZodDiscriminatedUnion)) return {};
  const propertyName = union.def.discriminator;
  const mapping: Record<string, unknown> = {};
  for (const option of union.options) {
    const name = namedSchemas.get(option as z.ZodType)?.name;
    const value = option instanceof z.ZodObject ? option.shape[propertyName] : undefined;
    if (name === undefined || !(value instanceof z.ZodLiteral)) return {};
    mapping[String(value.value)] = refer(name).$ref;
  }
  return { discriminator: { propertyName, mapping } };
}

function replace(schema: Json, by: Json): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, by);
}
