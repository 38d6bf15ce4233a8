import { z } from "zod";

/** A field with these known values, to which later versions may add. Readers accept any text. */
export function openEnum(values: readonly string[]) {
  return z.string().meta({ knownValues: [...values] });
}
