import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "../../git/programs/run-git.ts";
import { findEndedJobs } from "../../jobs/lease/find-ended-jobs.ts";
import type { Database } from "../../store/database.ts";

/** Age above which an unfinished draft has lost its maker. */
const draftMsMax = 60 * 60_000;

/** Mirrors that are being created or removed, and git's temporary folders beside a mirror. */
const draftPrefixes = ["new-", "index-", "history-"];

/**
 * Releases what ended jobs still hold in the mirrors because their worker died, and removes unfinished
 * mirrors, temporary folders of git and packs of interrupted fetches. Safe while jobs run and on several
 * workers at once. Returns how many jobs were released.
 */
export async function sweepMirrors(
  deps: { database: Pick<Database, "pool"> },
  mirrorsFolder: string,
): Promise<number> {
  const holders = new Map<string, string[]>();
  for (const name of await namesIn(mirrorsFolder)) {
    const mirror = join(mirrorsFolder, name);
    if (draftPrefixes.some((prefix) => name.startsWith(prefix))) {
      await removeOldDraft(mirror);
      continue;
    }
    for (const part of await namesIn(join(mirror, "objects/pack")))
      if (part.startsWith("tmp_")) await removeOldDraft(join(mirror, "objects/pack", part));
    for (const id of await namesIn(join(mirror, "refs/jobs"))) addTo(holders, id, mirror);
  }
  if (holders.size === 0) return 0;
  const ended = await findEndedJobs(deps.database, [...holders.keys()]);
  for (const id of ended) for (const mirror of holders.get(id)!) await deleteRefs(mirror, `refs/jobs/${id}/`);
  return ended.length;
}

// git keeps these refs as files: reading them needs no process for each mirror.
async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

function addTo(holders: Map<string, string[]>, id: string, mirror: string): void {
  holders.set(id, [...(holders.get(id) ?? []), mirror]);
}

async function removeOldDraft(draft: string): Promise<void> {
  const made = await stat(draft).catch(() => null);
  if (made !== null && Date.now() - made.mtimeMs > draftMsMax)
    await rm(draft, { recursive: true, force: true });
}

async function deleteRefs(mirror: string, prefix: string): Promise<void> {
  const at = `--git-dir=${mirror}`;
  const { stdout } = await runGit([at, "for-each-ref", "--format=delete %(refname)", prefix]);
  if (stdout.length > 0) await runGit([at, "update-ref", "--stdin"], { input: stdout });
  // git leaves the folder of a job's refs behind when the last of them is deleted.
  else await rmdir(join(mirror, prefix)).catch(() => undefined);
}
