import { isAppError } from "../../errors.ts";

/** For what is only tried. An abort is passed on. */
export function nullWhenRefused(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}
