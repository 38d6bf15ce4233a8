import { isAppError } from "../../errors.ts";

/** For attempts that may fail. Rethrows aborts. */
export function nullWhenRefused(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}
