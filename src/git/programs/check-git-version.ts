import { AppError, isAppError } from "../../errors.ts";
import { gitLine } from "./git-output.ts";

const minimum: readonly [number, number] = [2, 39];
const versionMs = 30_000;

/**
 * Returns the version of the installed git, e.g. "2.39.5". Throws `git_missing` if there is none or it is
 * older than 2.39.
 */
export async function checkGitVersion(): Promise<string> {
  return assertGitVersion(await readVersion());
}

async function readVersion(): Promise<string> {
  try {
    return await gitLine(["--version"], { timeoutMs: versionMs });
  } catch (cause) {
    if (!isAppError(cause, "git_failed")) throw cause;
    throw new AppError(
      "git_missing",
      `The git that comes first on the PATH does not work (${cause.message}). Run "git --version" to see why, and install git ${minimum.join(".")} or newer.`,
      { cause },
    );
  }
}

/** `line` is the output of `git --version`. */
export function assertGitVersion(line: string): string {
  const [, version, major, minor] = /^git version ((\d+)\.(\d+)\S*)/.exec(line) ?? [];
  const isEnough =
    Number(major) > minimum[0] || (Number(major) === minimum[0] && Number(minor) >= minimum[1]);
  if (version !== undefined && isEnough) return version;
  throw new AppError(
    "git_missing",
    `Copydesk needs git ${minimum.join(".")} or newer, but found "${line.slice(0, 80)}". Install a newer git and make sure that it comes first on the PATH.`,
  );
}
