import { plainText } from "./plain-text.ts";
import { providers } from "./providers.ts";

/**
 * Form of every name; no segment begins with a dot, so that none is `.` or `..`, and only `:`, `@`, `+` and
 * `~` need encoding.
 */
const anyName = /^[a-z0-9][a-z0-9-]*\/[\w@~][\w.:@+~-]*(?:\/[\w@~][\w.:@+~-]*)*$/;

/** Providers without such a rule accept every name. */
const ownNames: Record<string, RegExp> = Object.fromEntries(
  Object.entries(providers).flatMap(([provider, { names }]) => (names === null ? [] : [[provider, names]])),
);

const form = "must be provider/name, such as anthropic/claude-sonnet-4-5";

/** Whether a text has the form of a model's name: `provider/name`, as strict as the provider's own names. */
export function isModelName(text: string): boolean {
  const [provider = ""] = text.split("/", 1);
  const own = Object.hasOwn(ownNames, provider) ? ownNames[provider]! : anyName;
  return text.length <= 200 && anyName.test(text) && own.test(text);
}

const inner = (expression: RegExp) => expression.source.slice(1, -1);

/** The same check as one expression: a provider's own form, or the general one for any other provider. */
const pattern = `^(?:${[
  ...Object.values(ownNames).map(inner),
  `(?!(?:${Object.keys(ownNames).join("|")})\\/)${inner(anyName)}`,
].join("|")})$`;

export const modelName = plainText({ max: 200 })
  .refine((text) => isModelName(text), form)
  .meta({ pattern });

/** A name, or a pattern in which each `*` stands for any characters, including slashes. */
export const modelPattern = plainText({ max: 200 }).regex(
  /^[\w.:@+~*-]+(?:\/[\w.:@+~*-]+)*$/,
  "must be a model or a pattern such as anthropic/*",
);

/** Whether each of the given lists allows the model. An empty list allows none. */
export function isModelAllowed(
  lists: readonly (readonly string[] | null | undefined)[],
  name: string,
): boolean {
  return lists.every((list) => list == null || list.some((pattern) => matchesPattern(pattern, name)));
}

function matchesPattern(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}
