import { jsonSchema, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { AgentTool } from "./tools/tool.ts";

type Schema = { [keyword: string]: unknown };

/** Keywords that cost tokens and that the validation enforces anyway. */
const leftOut = new Set([
  "$schema",
  "additionalProperties",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
]);

/** Keywords whose value maps names, which may be spelled like a keyword, to schemas. */
const mapsOfSchemas = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const listsOfSchemas = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const schemas = new Set(["items", "contains", "not", "if", "then", "else", "propertyNames"]);

/**
 * The tools as the model sees them. Arguments are validated by us, so that a mistake is an answer and not an
 * exception.
 */
export function describeTools(
  tools: readonly AgentTool[],
  { withSources = false }: { withSources?: boolean } = {},
): ToolSet {
  const offered = tools.filter(({ needsSources }) => withSources || !needsSources);
  return Object.fromEntries(
    offered.map(({ name, description, schema, readsSources }) => {
      const whole = slim(schema);
      const inputSchema = jsonSchema(readsSources && !withSources ? withoutSource(whole) : whole);
      return [name, tool({ description, inputSchema })];
    }),
  );
}

/** Every job offers the same ones. */
const slimmed = new WeakMap<z.ZodType, Schema>();

function slim(schema: z.ZodType): Schema {
  const known = slimmed.get(schema) ?? slimSchema(z.toJSONSchema(schema, { io: "input" }) as Schema);
  slimmed.set(schema, known);
  return known;
}

/** Jobs without sources need not know of them. */
function withoutSource(schema: Schema): Schema {
  const { source: _, ...properties } = schema.properties as Schema;
  return { ...schema, properties };
}

/** Goes by position: what is no keyword, such as the name of a property or a default, stays as it is. */
export function slimSchema(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(([keyword]) => !leftOut.has(keyword));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, slimValue(keyword, value)]));
}

function slimValue(keyword: string, value: unknown): unknown {
  if (schemas.has(keyword)) return slimAny(value);
  if (listsOfSchemas.has(keyword) && Array.isArray(value)) return value.map(slimAny);
  if (!mapsOfSchemas.has(keyword) || !isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, slimAny(inner)]));
}

/** A schema may also be `true` or `false`. */
function slimAny(value: unknown): unknown {
  return isSchema(value) ? slimSchema(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
