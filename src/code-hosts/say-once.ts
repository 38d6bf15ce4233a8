import { type CommentMark, commentMark } from "./marked-body.ts";
import { isUncertain, statusOf } from "./to-host-error.ts";
import type { HostComment } from "./types.ts";

export interface SaySteps<Said> {
  /** How the host hides the mark. */
  mark?: CommentMark;
  /** All comments of the pull request, always in the same order. */
  list(): AsyncIterable<Said>;
  idOf(said: Said): number;
  textOf(said: Said): string | null | undefined;
  say(text: string): Promise<Said>;
  rewrite(said: Said, text: string): Promise<void>;
  /** Only what was said by this very call. */
  takeBack(said: Said): Promise<void>;
}

/**
 * Writes a comment, or rewrites the one that was written under the same topic; the same words write nothing.
 * After an answer that was lost it is looked for before anything else happens. Of those who say it at the
 * same moment, all but one take theirs back.
 */
export async function sayOnce<Said>(steps: SaySteps<Said>, { topic, body }: HostComment): Promise<void> {
  const mark = commentMark(topic, steps.mark);
  const text = `${body.trimEnd()}\n\n${mark}`;
  const said = await findSaid(steps, mark);
  if (said !== null) return await bringUpToDate(steps, said, text);
  const fresh = await saySafely(steps, { mark, text });
  const first = fresh === null ? null : await findSaid(steps, mark);
  if (fresh === null || first === null || steps.idOf(first) === steps.idOf(fresh)) return;
  await steps.takeBack(fresh).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
  await bringUpToDate(steps, first, text);
}

async function bringUpToDate<Said>(steps: SaySteps<Said>, said: Said, text: string): Promise<void> {
  if (steps.textOf(said) !== text) await steps.rewrite(said, text);
}

/** Null when it is there although the host did not say so. */
async function saySafely<Said>(
  steps: SaySteps<Said>,
  { mark, text }: { mark: string; text: string },
): Promise<Said | null> {
  try {
    return await steps.say(text);
  } catch (error) {
    if (!isUncertain(error) || (await findSaid(steps, mark)) === null) throw error;
    return null;
  }
}

/** The mark is a line of its own: somebody else's quotation of it stands behind a ">". */
async function findSaid<Said>({ list, textOf }: SaySteps<Said>, mark: string): Promise<Said | null> {
  for await (const said of list()) {
    if (textOf(said)?.split(/\r?\n/).includes(mark)) return said;
  }
  return null;
}
