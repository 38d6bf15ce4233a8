import { z } from "zod";
import { invalidRequest, parseInput } from "../../schemas/parse-input.ts";

/**
 * Parses the query by its schema. Each name may appear once; a number is digits only, so that "", " 1", "0x1"
 * and "1e1" are refused. Throws `invalid_request`.
 */
export function readQuery<Schema extends z.ZodObject>(schema: Schema, query: unknown): z.output<Schema> {
  const properties = propertiesOf(schema);
  const repeated = Object.keys(properties).filter((name) =>
    Array.isArray((query as Record<string, unknown>)[name]),
  );
  if (repeated.length > 0)
    throw invalidRequest(repeated.map((path) => ({ path, message: "must be given once" })));
  const entries = Object.entries(query as Record<string, unknown>).map(([name, value]) => {
    const property = properties[name];
    const isNumber = typeof property === "object" && property.type === "integer";
    const isDigits = typeof value === "string" && /^-?\d{1,20}$/.test(value);
    return [name, isNumber && !isDigits ? Number.NaN : value];
  });
  return parseInput(schema, Object.fromEntries(entries));
}

type Properties = NonNullable<z.core.JSONSchema.JSONSchema["properties"]>;

// Cached, as describing a schema takes longer than answering a request.
const described = new WeakMap<z.ZodObject, Properties>();

function propertiesOf(schema: z.ZodObject): Properties {
  const known = described.get(schema);
  if (known !== undefined) return known;
  const { properties = {} } = z.toJSONSchema(schema, { io: "output" });
  described.set(schema, properties);
  return properties;
}
