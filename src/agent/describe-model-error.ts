import { APICallError, RetryError } from "ai";
import { redactSecrets } from "./redact-secrets.ts";
import { oneLine } from "./tools/cut-text.ts";

const charactersMax = 500;

/** One line with the provider's own words and status, without secrets. */
export function describeModelError(error: unknown): string {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const text = redactSecrets(oneLine(ownWords(last))).slice(0, charactersMax);
  if (!APICallError.isInstance(last)) return `The model could not be asked: ${text}`;
  const tries =
    RetryError.isInstance(error) && error.errors.length > 1 ? ` (${error.errors.length} attempts)` : "";
  if (last.statusCode === undefined) return `The model could not be reached${tries}: ${text}`;
  return `The model's provider answered ${last.statusCode}${tries}: ${text}`;
}

function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (APICallError.isInstance(error) && error.responseBody) {
    const own = readOwnMessage(error.responseBody);
    if (own !== null) return own;
    if (error.message === "" || /^<|^\s*$/.test(error.message)) return error.responseBody;
  }
  return error.message || error.name;
}

/** The message inside the usual shapes of error bodies: `{error: {message}}`, `{error}`, `{message}`, `{detail}`. */
function readOwnMessage(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) return null;
    const { error, message, detail } = parsed as Record<string, unknown>;
    const inner =
      typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
    return (
      [inner, message, detail].find((text): text is string => typeof text === "string" && text !== "") ?? null
    );
  } catch {
    return null;
  }
}
