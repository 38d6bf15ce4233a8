import { cleanTitle } from "../outgoing/clean-plain.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import { removeHidden } from "../outgoing/hidden-characters.ts";
import { cutTitle } from "./pull-request-text.ts";
import type { Finished } from "./run.ts";

/** The words of any agent as they may be stored: without secrets and hidden characters, the title without effect on a host. */
export async function cleanFinished(
  gate: Gate,
  { title, summary }: { title: string; summary: string },
): Promise<Finished> {
  return {
    title: await gate.mask(cutTitle(cleanTitle(await gate.mask(title)))),
    summary: await gate.mask(removeHidden(summary)),
  };
}
