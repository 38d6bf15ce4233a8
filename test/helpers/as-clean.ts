import type { CleanData } from "../../src/outgoing/clean-text.ts";

/** For tests of the store, which have no gate. */
export function asClean(data: Record<string, unknown>): CleanData {
  return data as CleanData;
}
