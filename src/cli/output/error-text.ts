import { isAppError } from "../../errors.ts";

/** Returns an error's message in one line; several failed connections are one error without a message. */
export function errorText(error: unknown): string {
  if (isAppError(error)) return `${error.message} (${error.code})`;
  if (error instanceof AggregateError) return error.errors.map(errorText).join(", ");
  return error instanceof Error ? error.message : String(error);
}
