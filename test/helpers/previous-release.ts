import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The commit of the release before this one: its programs have to run on the schema of this one. */
export const previousRelease = "7d31ca5dd3bcdc6ea963ef312386f0027aa2c4a0";

export interface Release {
  /** What Node runs. */
  entry: string;
  remove(): Promise<void>;
}

/** Whether this clone has the commit: a shallow one does not. */
export async function hasPreviousRelease(): Promise<boolean> {
  return await run("git", ["-C", root, "cat-file", "-e", `${previousRelease}^{commit}`]).then(
    () => true,
    () => false,
  );
}

/** The sources of the release, with the dependencies of this one. */
export async function unpackPreviousRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-previous-"));
  const archive = join(folder, "sources.tar");
  await run("git", ["-C", root, "archive", "--output", archive, previousRelease]);
  await run("tar", ["-xf", archive, "-C", folder]);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    entry: join(folder, "src/main.ts"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
