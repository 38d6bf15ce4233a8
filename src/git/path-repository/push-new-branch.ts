import { appendFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { GitObject } from "../mirror/git-object.ts";
import { writeLooseObjects } from "../mirror/write-loose-objects.ts";
import { openRefLock } from "../open-ref-lock.ts";
import { readRegularFile } from "./find-git-directory.ts";
import type { PathRepository } from "./open-path.ts";
import { readPathRefs } from "./read-path-refs.ts";

export interface NewBranch {
  ref: string;
  commit: string;
  /** Objects that the commit adds to commits that the repository must have. */
  objects: ReadonlyMap<string, GitObject>;
  /**
   * A branch of the repository and its commit, on which the new objects are based; the branch keeps it
   * available.
   */
  base: { ref: string; commit: string };
}

/** With only these settings, git does no more for a new branch than write its objects, log and ref. */
const plainSettings =
  /^\[(?:core|extensions|receive)\]\n\t(?:repositoryformatversion|objectformat|bare|filemode|precomposeunicode|logallrefupdates|deny[a-z]+) = /;
const switchedOff = / = (?:false|no|off|0|umask|files)$/i;

const packedBytesMax = 64 * 1024 * 1024;

/**
 * Creates a branch in a repository of this machine, as `git receive-pack` does, but without a program.
 * Returns false if git has to decide; the attempt then leaves at most objects, which git's next clean-up
 * removes.
 */
export async function pushNewBranch(repository: PathRepository, branch: NewBranch): Promise<boolean> {
  const { git, user, settings, head, mainHead } = repository;
  const isPlain =
    user === null && settings.every((line) => plainSettings.test(line) || switchedOff.test(line));
  const isCheckedOut = [head, mainHead].some((name) => name.endsWith(branch.ref));
  if (!isPlain || isCheckedOut || (await hasWorktrees(git.common))) return false;
  let base: string | null = null;
  await readPathRefs(repository, branch.base.ref, (_name, id) => {
    base = id;
  });
  if (base !== branch.base.commit) return false;
  // If this fails, git tries once more and reports the reason.
  return await writeNewRef(repository, branch).catch(() => false);
}

async function hasWorktrees(common: string): Promise<boolean> {
  return (await readdir(join(common, "worktrees")).catch(() => [])).length > 0;
}

/** Writes the ref by git's own protocol: whoever creates the lock file may write. */
async function writeNewRef(
  repository: PathRepository,
  { ref, commit, objects }: NewBranch,
): Promise<boolean> {
  const { common } = repository.git;
  const place = join(common, ref);
  await mkdir(dirname(place), { recursive: true });
  const lock = await openRefLock(place);
  let isMoved = false;
  try {
    if (!(await isFree(common, ref))) return false;
    await writeLooseObjects(common, objects);
    await lock.writeFile(`${commit}\n`);
    await lock.close();
    if (keepsLogs(repository)) await writeLog(common, ref, commit);
    await rename(`${place}.lock`, place);
    isMoved = true;
    return true;
  } finally {
    await lock.close().catch(() => undefined);
    if (!isMoved) await rm(`${place}.lock`, { force: true });
  }
}

/** Whether neither the ref exists nor one that is a parent or child of its path. */
async function isFree(common: string, ref: string): Promise<boolean> {
  if ((await readFile(join(common, ref)).catch((error) => error.code)) !== "ENOENT") return false;
  const packed = await readRegularFile(join(common, "packed-refs"), packedBytesMax);
  if (packed === null) return true;
  if (packed === "too_large") return false;
  const parts = ref.split("/");
  const above = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}\n`);
  return [...above, `${ref}/`].every((name) => !packed.includes(` ${name}`));
}

function keepsLogs({ settings }: PathRepository): boolean {
  const settingOf = (name: string) =>
    settings.findLast((line) => line.startsWith(`[core]\n\t${name} = `))?.split(" = ")[1];
  const isOn = (value: string) => /^(?:always|true|yes|on|1)$/i.test(value);
  const logs = settingOf("logallrefupdates");
  return logs === undefined ? !isOn(settingOf("bare") ?? "false") : isOn(logs);
}

async function writeLog(common: string, ref: string, commit: string): Promise<void> {
  const log = join(common, "logs", ref);
  await mkdir(dirname(log), { recursive: true });
  const seconds = Math.floor(Date.now() / 1_000);
  const line = `${"0".repeat(commit.length)} ${commit} Copydesk <copydesk@localhost> ${seconds} +0000\tpush\n`;
  await appendFile(log, line);
}
