import { Ajv2020 } from "ajv/dist/2020.js";

export interface SchemaProblem {
  /** JSON pointer within the schema. */
  at: string;
  kind: "invalid" | "undefined_required" | "array_without_items" | "unknown_keyword" | "not_strict";
  what: string;
}

type Schema = { [keyword: string]: unknown };

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, logger: false });

/** What is wrong with a tool's schema for every provider that reads it, or null. */
export function findSchemaProblem(schema: unknown): SchemaProblem | null {
  if (!ajv.validateSchema(schema as Schema)) {
    const [error] = ajv.errors ?? [];
    return { at: error?.instancePath ?? "", kind: "invalid", what: error?.message ?? "" };
  }
  try {
    ajv.compile(schema as Schema);
  } catch (error) {
    return { at: "", kind: "unknown_keyword", what: String(error) };
  }
  for (const [at, inner] of walkSchemas(schema)) {
    const { required, properties = {}, type, items } = inner;
    const missing = ((required ?? []) as string[]).find((name) => !Object.hasOwn(properties as Schema, name));
    if (missing !== undefined) return { at, kind: "undefined_required", what: missing };
    if (type === "array" && items === undefined) return { at, kind: "array_without_items", what: "items" };
  }
  return null;
}

/** What strict tools of OpenAI demand on top: closed objects whose every property is required. */
export function findStrictProblem(schema: unknown): SchemaProblem | null {
  for (const [at, { type, properties, required, additionalProperties }] of walkSchemas(schema)) {
    if (type !== "object") continue;
    if (additionalProperties !== false) return { at, kind: "not_strict", what: "additionalProperties" };
    const optional = Object.keys((properties ?? {}) as Schema).find(
      (name) => !((required ?? []) as string[]).includes(name),
    );
    if (optional !== undefined) return { at, kind: "not_strict", what: optional };
  }
  return null;
}

const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const singles = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];

/**
 * Every schema within a schema, itself first; what is called like a keyword but is the name of a property is
 * none.
 */
export function* walkSchemas(schema: unknown, at = ""): Generator<[at: string, schema: Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  yield [at, schema as Schema];
  for (const [keyword, value] of Object.entries(schema)) {
    if (singles.includes(keyword)) yield* walkSchemas(value, `${at}/${keyword}`);
    if (!maps.includes(keyword) && !lists.includes(keyword)) continue;
    for (const [name, inner] of Object.entries(value ?? {})) {
      yield* walkSchemas(inner, `${at}/${keyword}/${name}`);
    }
  }
}
