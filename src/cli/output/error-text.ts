import { isAppError } from "../../errors.ts";

/** What an error says, in one line; several failed connections are one error without a text of its own. */
export function errorText(error: unknown): string {
  if (isAppError(error)) return `${error.message} (${error.code})`;
  if (error instanceof AggregateError) return error.errors.map(errorText).join(", ");
  return error instanceof Error ? error.message : String(error);
}
