import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Description, Schema } from "./description.ts";

/** What is wrong with the value, one line each. */
export type ValidateSchema = (schema: Schema, value: unknown) => string[];

/**
 * Validates against schemas of the document, with formats, and with its references. What the document leaves
 * open for later versions is closed: this version returns no field and no value that it does not describe.
 */
export function createSchemaValidator(description: Description): ValidateSchema {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addVocabulary(["components", "discriminator", "x-enum-varnames"]);
  ajv.addSchema({ $id: "document", components: { schemas: close(description.components.schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(close(schema)).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  };
}

function close(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(close);
  const entries = Object.entries(value).map(([name, part]) => [name, close(part)] as const);
  const { "x-extensible-enum": known, ...schema } = Object.fromEntries(entries);
  const isOpen = schema.type === "object" && "properties" in schema && !("additionalProperties" in schema);
  return {
    ...schema,
    ...(isOpen && { additionalProperties: false }),
    ...(known !== undefined && { enum: known }),
  };
}
