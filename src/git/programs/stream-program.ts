import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { startProgram } from "../../processes/start-program.ts";
import {
  endGroup,
  isMissing,
  memoryBytesDefault,
  ProgramMissing,
  processesMax,
  processesOverMemory,
  stderrCharactersMax,
} from "./run-program.ts";

export interface StreamedExit {
  /** Exit code; -1 if a signal ended the program. */
  code: number;
  /** Last 64 KiB of standard error. */
  stderr: string;
  isOverMemory: boolean;
}

/** A program whose input and output are streamed, with backpressure. */
export interface StreamedProgram {
  output: AsyncIterable<Buffer>;
  /**
   * Resolves once everything was taken, or when the program takes no more. Rejects with what `parts`
   * throws.
   */
  send(parts: AsyncIterable<Uint8Array> | Uint8Array, options?: { isAll?: boolean }): Promise<void>;
  /** Closes the input, reads the rest of the output, and waits for the program to end. */
  finish(): Promise<StreamedExit>;
  /** Ends the program and waits for it. */
  end(): Promise<StreamedExit>;
}

/**
 * Starts a program with the limits of `runProgram`; the signal ends it. Throws the signal's reason;
 * `finish` and `end` throw `ProgramMissing`.
 */
export async function streamProgram(
  command: readonly [string, ...string[]],
  options: {
    env: Readonly<Record<string, string>>;
    user?: { uid: number; gid: number } | null;
    signal?: AbortSignal;
  },
): Promise<StreamedProgram> {
  const { env, user, signal } = options;
  signal?.throwIfAborted();
  const program = await startProgram({
    ...{ command, env, user, pipes: 3, ownGroup: true },
    limits: { memoryBytes: memoryBytesDefault },
    groupLimits: { memoryBytes: memoryBytesDefault * processesOverMemory, processes: processesMax },
  });
  const [stdin, stdout, stderr] = program.pipes as [Socket, Socket, Socket];
  let words = "";
  stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-stderrCharactersMax);
  });
  for (const pipe of [stdin, stdout]) pipe.on("error", () => {});
  const onAbort = (): void => endGroup(program);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  void program.exited.then(({ isLost }) => isLost && endGroup(program));
  const ended = async (): Promise<StreamedExit> => {
    stdout.removeAllListeners("readable").on("data", () => {});
    const { code, isOverMemory } = await program.closed;
    signal?.removeEventListener("abort", onAbort);
    if (isMissing({ code: code ?? -1, stderr: words })) throw new ProgramMissing(words.trim());
    return { code: code ?? -1, stderr: words, isOverMemory };
  };
  return {
    output: readAll(stdout),
    async send(parts, { isAll = false } = {}) {
      let isOurs = false;
      const watched = async function* () {
        try {
          if (parts instanceof Uint8Array) yield parts;
          else yield* parts;
        } catch (error) {
          isOurs = true;
          throw error;
        }
      };
      await pipeline(watched, stdin, { end: isAll }).catch((error: unknown) => {
        // The program may end without reading all of its input; its output tells why.
        if (isOurs) throw error;
      });
    },
    async finish() {
      stdin.end();
      return await ended();
    },
    async end() {
      endGroup(program);
      stdin.destroy();
      return await ended();
    },
  };
}

/** Listens from the start: output that nobody listens for is dropped when the program ends. */
function readAll(stream: Socket): AsyncIterable<Buffer> {
  let wake = (): void => {};
  for (const event of ["readable", "end", "close"]) stream.on(event, () => wake());
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk = stream.read() as Buffer | null;
        if (chunk !== null) yield chunk;
        else if (stream.readableEnded || stream.destroyed) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
