import { type CommentMark, commentMark } from "./marked-body.ts";
import { isUncertain, statusOf } from "./to-host-error.ts";
import type { HostComment } from "./types.ts";

export interface SaySteps<Said> {
  /** How the host hides the mark. */
  mark?: CommentMark;
  /** Lists all comments of the pull request, always in the same order. */
  list(): AsyncIterable<Said>;
  idOf(said: Said): number;
  textOf(said: Said): string | null | undefined;
  say(text: string): Promise<Said>;
  rewrite(said: Said, text: string): Promise<void>;
  /** Deletes a comment that this very call has written. */
  takeBack(said: Said): Promise<void>;
}

/**
 * Writes a comment, or replaces the previous one of the same topic; does nothing if the text is unchanged. If
 * an answer is lost, looks for the comment before trying again. If several callers write at the same moment,
 * all but one delete theirs.
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

/** Returns null if the comment was written although the host did not confirm it. */
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

/** The mark must be a line of its own: in a quotation by somebody else it follows a ">". */
async function findSaid<Said>({ list, textOf }: SaySteps<Said>, mark: string): Promise<Said | null> {
  for await (const said of list()) {
    if (textOf(said)?.split(/\r?\n/).includes(mark)) return said;
  }
  return null;
}
