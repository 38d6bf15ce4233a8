import type { Schema } from "./openapi-types.ts";

/** Returns the name of the schema that another one refers to; null if it is written out. */
export function referenceOf(schema: Schema): string | null {
  return schema.$ref?.split("/").at(-1) ?? null;
}

export function describeType(schema: Schema): string {
  const { type, const: value, items, oneOf, anyOf = oneOf, format } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf !== undefined) return anyOf.map(describeType).join(" or ");
  if (type === "array") return `list of ${describeType(items ?? {})}`;
  const name = referenceOf(schema);
  if (name !== null) return name;
  const types = [type ?? "any value"].flat().join(" or ");
  return format === undefined ? types : `${types} (${format})`;
}

/** Describes a value's meaning, possible values and limits as one text with code in backticks. */
export function describeValue(schema: Schema): string {
  const { enum: closed, "x-extensible-enum": open } = schema;
  const listed = (closed ?? open ?? []).map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  const more = open === undefined ? "" : " Later versions may add others.";
  return [schema.description, listed && `One of ${listed}.${more}`, describeLimits(schema)]
    .filter(Boolean)
    .join(" ");
}

/** Returns the fields of an object, also if it may be null or is an entry of a list. */
export function fieldsOf(schema: Schema): { fields: [string, Schema][]; required: ReadonlySet<string> } {
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  const objects = inner.filter(({ properties }) => properties !== undefined);
  return {
    fields: objects.flatMap(({ properties }) => Object.entries(properties ?? {})),
    required: new Set(objects.flatMap(({ required = [] }) => required)),
  };
}

function describeLimits(schema: Schema): string {
  const { default: absent, minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    range(minimum, maximum, ""),
    absent === undefined ? "" : `Default: \`${JSON.stringify(absent)}\`.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function range(from: number | undefined, to: number | undefined, what: string): string {
  if (to === undefined || to >= Number.MAX_SAFE_INTEGER) return "";
  return from === undefined ? `At most ${to}${what}.` : `${from} to ${to}${what}.`;
}
