import { text } from "node:stream/consumers";
import { startProgram } from "../../src/processes/start-program.ts";

/**
 * Runs a program to its end and answers its standard output. Throws with what it wrote to standard error when
 * it fails.
 */
export async function runProgram(
  command: readonly [string, ...string[]],
  { env, input = "" }: { env: Readonly<Record<string, string>>; input?: string | Buffer | undefined },
): Promise<string> {
  const program = await startProgram({ command, env, pipes: 3, ownGroup: false });
  const [stdin, stdout, stderr] = program.pipes;
  // A program that does not read to the end has its own reasons.
  stdin!.on("error", () => undefined).end(input);
  const [output, errors, { code }] = await Promise.all([text(stdout!), text(stderr!), program.closed]);
  if (code === 0) return output;
  throw Object.assign(new Error(`Command failed: ${command.join(" ")}\n${errors}`), {
    code,
    stdout: output,
    stderr: errors,
  });
}
