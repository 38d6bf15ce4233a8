import { cleanLine } from "./clean-plain.ts";
import type { CleanText } from "./clean-text.ts";
import type { Gate } from "./create-gate.ts";

/** Cleans a name chosen by people, to one line. */
export async function cleanName(gate: Pick<Gate, "mask">, name: string): Promise<CleanText> {
  return await gate.mask(cleanLine(name.toWellFormed()));
}
