import { z } from "zod";
import { parseInput } from "../../parse-input.ts";

/**
 * The query by its schema. A number is digits alone: nobody means what could also be read from "", " 1", "0x1" or "1e1". Throws
 * `invalid_request`.
 */
export function readQuery<Schema extends z.ZodObject>(schema: Schema, query: unknown): z.output<Schema> {
  const { properties = {} } = z.toJSONSchema(schema, { io: "output" });
  const entries = Object.entries(query as Record<string, unknown>).map(([name, value]) => {
    const property = properties[name];
    const isNumber = typeof property === "object" && property.type === "integer";
    const isDigits = typeof value === "string" && /^-?\d{1,20}$/.test(value);
    return [name, isNumber && !isDigits ? Number.NaN : value];
  });
  return parseInput(schema, Object.fromEntries(entries));
}
