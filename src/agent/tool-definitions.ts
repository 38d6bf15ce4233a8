import { jsonSchema, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { AgentTool } from "./tools/tool.ts";

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

/** The tools as the model sees them. Arguments are validated by us, so that a mistake is an answer and not an exception. */
export function describeTools(tools: readonly AgentTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => {
      const inputSchema = jsonSchema(slim(z.toJSONSchema(schema, { io: "input" })) as object);
      return [name, tool({ description, inputSchema })];
    }),
  );
}

/** Without the keywords that cost tokens and that the validation enforces anyway. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !leftOut.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, slim(inner)]));
}
