import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { z } from "zod";
import type { AgentTool } from "./tools/tool.ts";

export type ToolDescription = LanguageModelV4FunctionTool;

type Schema = { [keyword: string]: unknown };

/** Keywords left out to save tokens; validation enforces them anyway. */
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

/** Keywords whose value maps names to schemas. The names may equal a keyword. */
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
 * Returns the tools as the model sees them. Copydesk validates the arguments itself, so that a mistake
 * becomes an answer, not an exception.
 */
export function describeTools(
  tools: readonly AgentTool[],
  { withSources = false }: { withSources?: boolean } = {},
): ToolDescription[] {
  const offered = tools.filter(({ needsSources }) => withSources || !needsSources);
  return offered.map(({ name, description, schema, readsSources }) => {
    const whole = slim(schema);
    const inputSchema = readsSources && !withSources ? withoutSource(whole) : whole;
    return { type: "function", name, description, inputSchema };
  });
}

/** Cached, because every job offers the same tools. */
const slimmed = new WeakMap<z.ZodType, Schema>();

function slim(schema: z.ZodType): Schema {
  const known = slimmed.get(schema) ?? slimSchema(z.toJSONSchema(schema, { io: "input" }) as Schema);
  slimmed.set(schema, known);
  return known;
}

/** Hides the argument `source` in jobs without sources. */
function withoutSource(schema: Schema): Schema {
  const { source: _, ...properties } = schema.properties as Schema;
  return { ...schema, properties };
}

/** Works by position, so that property names and defaults stay as they are. */
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
