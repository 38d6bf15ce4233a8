import { AppError } from "../../errors.ts";
import { programEnvironment } from "../programs/git-environment.ts";
import {
  ProgramMissing,
  type ProgramOptions,
  type ProgramResult,
  runProgram,
} from "../programs/run-program.ts";

export interface SignOptions {
  /** Date of the commit, used for the signature too if it has one. */
  date: Date;
  signal?: AbortSignal;
}

const signMs = 30_000;

/**
 * Runs a signing program; the folder is its home and holds its temporary files. Throws
 * `invalid_configuration` if the program is missing.
 */
export async function runSigner(
  { program, debianPackage, folder }: { program: string; debianPackage: string; folder: string },
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const env = { ...programEnvironment(folder), TMPDIR: folder };
  try {
    return await runProgram(program, args, { timeoutMs: signMs, ...options, env });
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    throw new AppError(
      "invalid_configuration",
      `Commits cannot be signed because the program ${program} was not found. Install it (Debian and Ubuntu: apt-get install ${debianPackage}), or remove the project's signing key.`,
      { cause: error },
    );
  }
}

export function signingProblem(problem: string): AppError {
  return new AppError("invalid_configuration", `The project's signing key ${problem}.`);
}
