import { type CommentMark, commentMark } from "./marked-body.ts";
import { isUncertain } from "./to-host-error.ts";
import type { HostComment } from "./types.ts";

export interface SaySteps<Said> {
  /** How the host hides the mark. */
  mark?: CommentMark;
  /** All comments of the pull request. */
  list(): AsyncIterable<Said>;
  textOf(said: Said): string | null | undefined;
  say(text: string): Promise<void>;
  rewrite(said: Said, text: string): Promise<void>;
}

/**
 * Writes a comment, or rewrites the one that was written under the same topic; the same words write nothing. After an answer that was
 * lost it is looked for before anything else happens.
 */
export async function sayOnce<Said>(steps: SaySteps<Said>, { topic, body }: HostComment): Promise<void> {
  const mark = commentMark(topic, steps.mark);
  const text = `${body.trimEnd()}\n\n${mark}`;
  const said = await findSaid(steps, mark);
  if (said !== null && steps.textOf(said) === text) return;
  if (said !== null) return await steps.rewrite(said, text);
  try {
    await steps.say(text);
  } catch (error) {
    if (!isUncertain(error) || (await findSaid(steps, mark)) === null) throw error;
  }
}

/** The mark is a line of its own: somebody else's quotation of it stands behind a ">". */
async function findSaid<Said>({ list, textOf }: SaySteps<Said>, mark: string): Promise<Said | null> {
  for await (const said of list()) {
    if (textOf(said)?.split(/\r?\n/).includes(mark)) return said;
  }
  return null;
}
