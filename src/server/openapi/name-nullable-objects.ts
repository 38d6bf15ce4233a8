import type { Sliced } from "../../text/run-in-slices.ts";
import type { Json } from "./to-json-schema.ts";

/** Request bodies are only written by clients, and closed to further fields as no named schema is. */
const leftAlone = ["default", "example", "examples", "mapping", "requestBody"];

/**
 * Gives each object of a response that may be null a name among the schemas, and refers to it. Clients that
 * are generated for a name or null can read null; of an object or null in one type, some cannot.
 */
export function* nameNullableObjects(document: Json): Sliced<Json> {
  const { schemas, ...components } = document.components as { schemas: Record<string, Json> };
  const named: Record<string, Json> = {};

  function nameOf(schema: Json, wanted: string): string {
    const text = JSON.stringify(schema);
    for (let next = 1; ; next += 1) {
      const name = next === 1 ? wanted : `${wanted}${next}`;
      if (Object.hasOwn(schemas, name)) continue;
      named[name] ??= schema;
      if (JSON.stringify(named[name]) === text) return name;
    }
  }

  /** `property` is the one whose schema the value is, or is in. */
  function walk(value: unknown, property: string): unknown {
    if (Array.isArray(value)) return value.map((item) => walk(item, property));
    if (typeof value !== "object" || value === null) return value;
    const walked = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (leftAlone.includes(key)) return [key, inner];
        return [key, key === "properties" ? walkProperties(inner) : walk(inner, property)];
      }),
    );
    return isNullableObject(walked) ? split(walked, property) : walked;
  }

  function walkProperties(properties: Json): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, walk(schema, name)]));
  }

  function split({ description, type: _, ...rest }: Json, property: string): Json {
    const name = nameOf({ type: "object", ...rest }, property[0]!.toUpperCase() + property.slice(1));
    const anyOf = [{ $ref: `#/components/schemas/${name}` }, { type: "null" }];
    return { anyOf, ...(description !== undefined && { description }) };
  }

  const paths: Json = {};
  for (const [path, operations] of Object.entries(document.paths as Json)) {
    yield;
    paths[path] = walk(operations, "");
  }
  const walked = walk(schemas, "") as Json;
  return { ...document, paths, components: { ...components, schemas: { ...walked, ...named } } };
}

function isNullableObject({ type }: Json): boolean {
  return Array.isArray(type) && type.includes("object") && type.includes("null");
}
