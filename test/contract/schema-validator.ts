import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Description, Schema } from "./description.ts";

/** What is wrong with the value, one line each. */
export type ValidateSchema = (schema: Schema, value: unknown) => string[];

/** Validates against schemas of the document, with formats, and with its references. */
export function createSchemaValidator(description: Description): ValidateSchema {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "document", components: description.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  };
}
