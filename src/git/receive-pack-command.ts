import { stat } from "node:fs/promises";

/** Its hooks are not run, its checked-out branch and its files are never touched. */
const quiet = [
  "git",
  "-c core.hooksPath=/dev/null",
  "-c core.fsmonitor=false",
  "-c receive.denyCurrentBranch=refuse",
  "-c receive.autogc=false",
  "receive-pack",
].join(" ");

/**
 * The command, for git's shell, that takes a push into a repository of this machine. When root pushes into somebody's repository it
 * runs as that owner, who could not write beside files of root later; without `setpriv`, or when the owner cannot reach
 * the folder, as root.
 */
export async function receivePackCommand(path: string): Promise<string> {
  const { uid, gid } = await stat(path);
  if (process.getuid?.() !== 0 || uid === 0) return quiet;
  const change = `setpriv --reuid=${uid} --regid=${gid} --clear-groups`;
  const asOwner = [
    "as_owner() {",
    "for folder; do :; done;",
    `if ${change} test -w "$folder" 2>/dev/null;`,
    `then GIT_CONFIG_GLOBAL=/dev/null ${change} "$@";`,
    'else "$@"; fi; };',
  ].join(" ");
  return `${asOwner} as_owner ${quiet}`;
}
