import { z } from "zod";

/** Values that are known now, of a field to which later versions may add others. Readers accept any text. */
export function openEnum(values: readonly string[]) {
  return z.string().meta({ knownValues: [...values] });
}
