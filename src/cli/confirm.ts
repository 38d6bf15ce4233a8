import { AppError } from "../errors.ts";
import type { CliIo } from "./deps.ts";

/**
 * Asks before something that is hard to undo. Throws `usage` unless the answer is yes; without a terminal,
 * unless `yes` is set.
 */
export async function confirm(
  io: Pick<CliIo, "ask">,
  {
    what,
    question,
    yes,
    flag = "--yes",
  }: { what: string; question: string; yes: boolean | undefined; flag?: string },
): Promise<void> {
  if (yes === true) return;
  const answer = await io.ask(`${what}\n${question} [y/N] `);
  if (answer === null) throw new AppError("usage", `${what} Nothing was done. Confirm it with ${flag}.`);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AppError("usage", "Nothing was done.");
}
