import { z } from "zod";

/** Accepts a missing or null field; both are left out of the rebuilt request. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

export const flag = maybe(z.boolean());
export const number = maybe(z.number());
export const wholeNumber = maybe(z.int());
/** A keyword defined by the provider, such as `high`, not limited to today's list. */
export const word = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, "must be one word");
/** Name of a function, or an id assigned by a provider. */
export const label = z.string().regex(/^[\w.:/+=|-]{1,512}$/, "must be a name or an id");

/** Arguments and results of functions, which no provider interprets. */
export const anyObject = z.record(z.string(), z.unknown());

const imageTypes = /^image\/(?:png|jpeg|gif|webp|heic|heif)$/;

export const imageType = z.string().regex(imageTypes, "must be a type of image");

export const base64 = z.string().refine((text) => !/[^A-Za-z0-9+/=_-]/.test(text), "must be base64");

/** An inline image: the provider would load a URL. */
export const imageDataUrl = z.string().refine((text) => {
  const comma = text.indexOf(";base64,");
  return (
    text.startsWith("data:") &&
    imageTypes.test(text.slice(5, Math.max(5, comma))) &&
    base64.safeParse(text.slice(comma + 8)).success
  );
}, "must be an image in the request itself, as data:image/…;base64");

/** JSON Schema of a function's arguments or an answer, without references to other documents. */
export const jsonSchema = anyObject.transform(
  (schema) => withoutReferences(schema) as Record<string, unknown>,
);

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !isReference(name, inner));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutReferences(inner)]));
}

function isReference(name: string, inner: unknown): boolean {
  if (typeof inner !== "string") return false;
  return /^\$(?:schema|id)$/.test(name) || (/^\$(?:ref|dynamicRef)$/.test(name) && !inner.startsWith("#"));
}

/** Keeps only the tools that the agent runs itself, not those that the provider would run. */
export function ownTools<T extends z.ZodType>(tool: T) {
  return maybe(
    z.array(z.unknown()).transform((tools) => {
      const kept = tools.map((given) => tool.safeParse(given)).filter(({ success }) => success);
      return kept.length === 0 ? undefined : kept.map(({ data }) => data as z.output<T>);
    }),
  );
}
