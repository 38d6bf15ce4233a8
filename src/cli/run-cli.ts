import { buildProgram } from "./build-program.ts";
import type { CliDeps } from "./deps.ts";
import { reportError } from "./output/report-error.ts";

/** Runs one command. Returns the exit code: 0 done, 1 failed, 2 usage; never throws. */
export async function runCli(deps: CliDeps, argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const finish = (code: number) => {
    exitCode = code;
  };
  try {
    const program = await buildProgram(deps, finish, argv);
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportError(deps.io, error, { json: argv.includes("--json") });
  }
}
