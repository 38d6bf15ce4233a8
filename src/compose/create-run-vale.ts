import { tmpdir } from "node:os";
import type { RunVale } from "../checks/rules/vale.ts";
import { findProgram } from "../sandbox/find-program.ts";
import { probeSandbox } from "../sandbox/probe-sandbox.ts";
import { runOnFiles } from "../sandbox/run-on-files.ts";
import type { SandboxLevel } from "../sandbox/sandbox-level.ts";

const limits = {
  memoryBytes: 2 * 1024 ** 3,
  groupMemoryBytes: 1024 ** 3,
  processes: 64,
  fileBytes: 1024 ** 2,
  memoryFolderBytes: 16 * 1024 ** 2,
  cpuSeconds: 60,
};
const runMs = 60_000;
const outputBytesMax = 16 * 1024 ** 2;

/** Runs Vale, if it is installed, in the sandbox: without network, so that it never fetches styles. */
export function createRunVale(): RunVale {
  let sandbox: Promise<SandboxLevel> | null = null;
  return async ({ args, files }, signal) => {
    // biome-ignore lint/style/noProcessEnv: programs are found where the operator's PATH says.
    const program = await findProgram((process.env.PATH ?? "").split(":"), "vale");
    if (program === null) return "the program vale is not installed";
    sandbox ??= probeSandbox();
    const level = await sandbox;
    if (level.kind === "none") return `Vale runs only in a sandbox, and there is none here: ${level.reason}`;
    const late = AbortSignal.timeout(runMs);
    const output = await runOnFiles(level, {
      ...{ command: [program, ...args], files, temporaryFolder: tmpdir(), limits, outputBytesMax },
      signal: AbortSignal.any([signal, late]),
    });
    signal.throwIfAborted();
    return late.aborted ? `Vale took longer than ${runMs / 1_000} seconds` : output;
  };
}
