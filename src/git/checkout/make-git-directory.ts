import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";

/**
 * Keeps git from altering the bytes of a file, whatever `.gitattributes` in the tree says. `diff` is unset
 * so that git tells text from binary by content.
 */
const attributes =
  "* -text !eol -ident -filter !working-tree-encoding !diff !merge !whitespace !conflict-marker-size !export-subst\n";

/**
 * Creates a git directory that borrows the mirror's objects; what is written into it does not reach the
 * mirror.
 */
export async function makeGitDirectory(gitDirectory: string, mirror: string): Promise<void> {
  for (const folder of ["objects/info", "refs/heads", "info"]) await makeFolder(join(gitDirectory, folder));
  await writeFile(join(gitDirectory, "HEAD"), "ref: refs/heads/work\n");
  await writeFile(join(gitDirectory, "config"), configuration(await hasLongIds(mirror)));
  await writeFile(join(gitDirectory, "info/attributes"), attributes);
  await writeFile(join(gitDirectory, "objects/info/alternates"), `${join(mirror, "objects")}\n`);
  await copyShallow(mirror, gitDirectory);
}

/** Whether the mirror names its objects by SHA-256. */
export async function hasLongIds(mirror: string): Promise<boolean> {
  const text = await readFile(join(mirror, "config"), "utf8").catch(() => "");
  return text.split("\n").some((line) => /^objectformat ?= ?sha256$/i.test(line.trim()));
}

function configuration(isLong: boolean): string {
  const core = `[core]\n\trepositoryformatversion = ${isLong ? 1 : 0}\n\tbare = true\n\tfsync = none\n`;
  return isLong ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core;
}

/**
 * Copies the mirror's current list of commits whose parents were not fetched. A reader sees either the old
 * or the new list.
 */
export async function copyShallow(mirror: string, gitDirectory: string): Promise<void> {
  const draft = join(gitDirectory, `shallow-${process.hrtime.bigint()}`);
  try {
    await copyFile(join(mirror, "shallow"), draft);
    await rename(draft, join(gitDirectory, "shallow"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
