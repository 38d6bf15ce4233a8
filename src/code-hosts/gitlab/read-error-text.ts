import { z } from "zod";

const bodySchema = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
  /** Scopes that would suffice, if the token lacks one. */
  scope: z.unknown().optional(),
});

/**
 * Returns the host's own text: `message` is a text, a list of texts, or lists of texts by field; some answers
 * have `error` instead.
 */
export function readErrorText(body: unknown): string {
  const { message, error, error_description: description, scope } = bodySchema.safeParse(body).data ?? {};
  const said = [message ?? error, description].map(flatten).filter((text) => text !== "");
  return `${said.join(": ")}${scope === undefined ? "" : ` (scope: ${flatten(scope)})`}`;
}

function flatten(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(flatten).join("; ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${flatten(inner)}`)
    .join("; ");
}
