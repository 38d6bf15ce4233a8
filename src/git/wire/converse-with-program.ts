import { translateMissing } from "../programs/run-git.ts";
import { ProgramMissing } from "../programs/run-program.ts";
import { type StreamedExit, type StreamedProgram, streamProgram } from "../programs/stream-program.ts";
import { type Conversation, ConversationFailed, endOf, fatalLine, type Said } from "./conversation.ts";
import { createPacketReader, ProtocolError } from "./packets.ts";

interface ProgramPlace {
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  user?: { uid: number; gid: number } | null;
  /** Temporary folder of Copydesk, whose path is hidden from messages. */
  folder: string;
  proof: "none" | "key";
  bytesMax: number;
  said: Said;
  signal: AbortSignal;
}

/**
 * Talks to a service through a program: git itself, or ssh. Adds the program's standard error. Throws
 * `ConversationFailed`, and what `throwIfFailed` throws if the program's exit explains the failure.
 */
export async function converseWithProgram<T>(
  place: ProgramPlace,
  throwIfFailed: (exit: StreamedExit) => void,
  use: (conversation: Conversation) => Promise<T>,
): Promise<{ result: T; stderr: string }> {
  const { folder, signal, proof } = place;
  const redact = (text: string): string => text.replaceAll(folder, "…");
  const program = await streamProgram(place.command, place);
  try {
    const result = await use(conversationWith(program, place, redact));
    const { stderr } = await program.finish();
    return { result, stderr: redact(place.said.lines() + stderr) };
  } catch (error) {
    const exit = await program.end().catch((thrown: unknown) => missingProgram(place, thrown));
    signal.throwIfAborted();
    if (!(error instanceof ProtocolError)) throw error;
    throwIfFailed(exit);
    const problem = error.isHangUp ? "Could not read from remote repository." : redact(error.message);
    const words = `${redact(place.said.lines() + exit.stderr)}\n${fatalLine(problem)}`;
    throw new ConversationFailed({ stderr: words, proof, ended: endOf(error) });
  }
}

function conversationWith(
  program: StreamedProgram,
  { bytesMax, said }: ProgramPlace,
  redact: Conversation["redact"],
): Conversation {
  const greeting = createPacketReader(program.output, bytesMax);
  return {
    greeting,
    said,
    redact,
    async ask(body) {
      const failed = Promise.withResolvers<never>();
      failed.promise.catch(() => {});
      program.send(body).catch(failed.reject);
      return { next: () => Promise.race([greeting.next(), failed.promise]) };
    },
  };
}

/** Returns git's error for a missing ssh, for which people are told how to install it. */
function missingProgram({ command }: ProgramPlace, error: unknown): StreamedExit {
  if (command[0] !== "ssh" || !(error instanceof ProgramMissing)) translateMissing(error);
  return { code: 127, stderr: "error: cannot run ssh: No such file or directory\n", isOverMemory: false };
}
